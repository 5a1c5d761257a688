import { plain, rich } from "./support/shape";
import { kills } from "./support/suite";

jest.setTimeout(process.env["KILLS"] === "all" ? 7_200_000 : 600_000);

kills("an up that changes everything in place", { operation: "up", from: plain, to: rich, times: 8 });
