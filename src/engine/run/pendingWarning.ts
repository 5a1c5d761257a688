import type { PendingOperation } from "../state/stack";

/** A warning about operations that were interrupted; `undefined` if there are none. */
export function pendingWarning(pending: readonly PendingOperation[]): string | undefined {
    if (pending.length === 0) return undefined;
    const list = pending.map(({ resource, type }) => `  * ${resource.urn}, interrupted while ${type}\n`).join("");
    return [
        `Attempting to deploy or update resources with ${pending.length} pending operations from previous deployment.\n${list}` +
            "These resources are in an unknown state because the Pulumi CLI was interrupted while waiting for changes to these resources to complete. " +
            "You should confirm whether or not the operations listed completed successfully by checking the state of the appropriate provider. " +
            "For example, if you are using AWS, you can confirm using the AWS Console.",
        "Once you have confirmed the status of the interrupted operations, you can repair your stack using `pulumi refresh` which will refresh the state from the provider you are using and clear the pending operations if there are any.",
        "Note that `pulumi refresh` will need to be run interactively to clear pending CREATE operations.",
    ].join("\n\n");
}
