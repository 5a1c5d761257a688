import type { DeployOptions } from "../../src/engine";
import type { Stage } from "./recording";

/** The arguments that the CLI was given, as options of `deploy`. */
export function optionsOf({ args = [] }: Pick<Stage, "args">): Partial<DeployOptions> {
    const valuesOf = (option: string) => args.filter((_argument, at) => args[at - 1] === option);
    const targets = valuesOf("--target");
    return {
        refresh: args.includes("--refresh"),
        continueOnError: args.includes("--continue-on-error"),
        replace: valuesOf("--replace"),
        ...(targets.length > 0 && { targets }),
    };
}
