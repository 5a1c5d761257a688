/** The resource options of Pulumi, which are sometimes passed as arguments by mistake. */
export const resourceOptions: ReadonlySet<string> = new Set(
    "additionalSecretOutputs aliases customTimeouts deleteBeforeReplace deletedWith dependsOn hideDiffs hooks id ignoreChanges import parent protect provider replaceOnChanges replaceWith replacementTrigger retainOnDelete transformations transforms".split(
        " ",
    ),
);
