import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Resource } from "../model/resource";
import { UnsupportedError } from "../model/unsupported";
import { type DeploymentDocument, documentVersion, type OperationType } from "./format";
import { readResource, writeResource } from "./resourceDocument";
import type { Seal } from "./seal";
import { ValueDocument } from "./valueDocument";

/** A step that was started, and whose outcome is unknown. */
export interface PendingOperation {
    resource: Resource;
    type: OperationType;
}

/** The state of a stack, with resources in dependency order. */
export interface StackState {
    resources: Resource[];
    pending: PendingOperation[];
}

/** The document's secrets provider. */
export type SecretsProvider = {
    type: string;
    state: { salt: string };
};

export const passphraseProvider = (salt: string): SecretsProvider => ({ type: "passphrase", state: { salt } });

/** @throws UnsupportedError for any secrets provider other than a passphrase. */
export function saltOf({ deployment }: DeploymentDocument): string | undefined {
    const provider = deployment.secrets_providers;
    if (!provider) return undefined;
    if (provider.type !== "passphrase") throw new UnsupportedError(`secrets provider '${provider.type}'`);
    return (provider.state as SecretsProvider["state"]).salt;
}

/** @throws UnsupportedError; Error if a secret cannot be decrypted. */
export function readStack({ deployment }: DeploymentDocument, seal: Seal): StackState {
    const values = new ValueDocument(seal);
    return {
        resources: (deployment.resources ?? []).map((resource) => readResource(resource, values)),
        pending: (deployment.pending_operations ?? []).map(({ resource, type }) => ({
            resource: readResource(resource, values),
            type,
        })),
    };
}

// The manifest requires an engine version. The version of the SDK is used, since the engine implements its protocol.
const { version } = JSON.parse(readFileSync(require.resolve("@pulumi/pulumi/package.json"), "utf8")) as {
    version: string;
};
const engineVersion = `v${version}`;

/** @param now milliseconds since the epoch. */
export function writeStack(
    state: StackState,
    seal: Seal,
    secretsProvider: SecretsProvider | undefined,
    now: number,
): DeploymentDocument {
    const values = new ValueDocument(seal);
    return {
        version: documentVersion,
        deployment: {
            manifest: {
                time: new Date(now).toISOString(),
                // Pulumi verifies this checksum of the version.
                magic: createHash("sha256").update(engineVersion).digest("hex"),
                version: engineVersion,
            },
            ...(secretsProvider && { secrets_providers: secretsProvider }),
            ...(state.resources.length > 0 && {
                resources: state.resources.map((resource) => writeResource(resource, values)),
            }),
            ...(state.pending.length > 0 && {
                pending_operations: state.pending.map(({ resource, type }) => ({
                    resource: writeResource(resource, values),
                    type,
                })),
            }),
            metadata: {},
        },
    };
}
