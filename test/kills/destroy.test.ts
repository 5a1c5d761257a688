import { rich } from "./support/shape";
import { kills } from "./support/suite";

jest.setTimeout(process.env["KILLS"] === "all" ? 7_200_000 : 600_000);

kills("a destroy", { operation: "destroy", from: rich, to: rich, times: 6 });
