import type { Desired } from "../../definition";
import type { ServiceArgs } from "./args";

/** The size as the API takes it: decimal digits as text, or `shared`. */
export const sizeArgs = ({ cpuMillis, memoryGbs }: Pick<Desired<ServiceArgs>, "cpuMillis" | "memoryGbs">) => ({
    ...(cpuMillis == null ? {} : { cpuMillis: String(cpuMillis) }),
    ...(memoryGbs == null ? {} : { memoryGbs: String(memoryGbs) }),
});
