import { rich } from "./support/shape";
import { kills } from "./support/suite";

kills("a destroy", { operation: "destroy", from: rich, to: rich, times: 3 });
