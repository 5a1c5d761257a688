import { plain, rich } from "./support/shape";
import { kills } from "./support/suite";

kills("an up that changes everything in place", { operation: "up", from: plain, to: rich, times: 4 });
