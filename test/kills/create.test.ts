import { rich } from "./support/shape";
import { kills } from "./support/suite";

kills("an up that makes everything", { operation: "up", from: undefined, to: rich, times: 4 });
