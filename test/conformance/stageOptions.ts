import type { Stage } from "./recording";

/** The arguments that the CLI was given, as options of `deploy`. */
export function optionsOf({ args = [] }: Pick<Stage, "args">): { refresh: boolean; targets: string[] | undefined } {
    const targets = args.filter((_argument, at) => args[at - 1] === "--target");
    return { refresh: args.includes("--refresh"), targets: targets.length > 0 ? targets : undefined };
}
