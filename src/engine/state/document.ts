import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Resource, UnsupportedError } from "../model/resource";
import { readResource, resourceDocument, writeResource } from "./resourceDocument";

// The deployment document that `pulumi stack export` writes. Unknown fields are preserved.

const operationTypes = ["creating", "updating", "deleting", "reading", "importing"] as const;
export type OperationType = (typeof operationTypes)[number];

const documentVersion = 3;

const deploymentDocument = z.looseObject({
    version: z.literal(documentVersion),
    deployment: z.looseObject({
        manifest: z.looseObject({ time: z.string(), magic: z.string(), version: z.string() }),
        secrets_providers: z.looseObject({ type: z.string(), state: z.unknown() }).nullish(),
        resources: z.array(resourceDocument).nullish(),
        pending_operations: z.array(z.object({ resource: resourceDocument, type: z.enum(operationTypes) })).nullish(),
        metadata: z.looseObject({}).nullish(),
    }),
});

/**
 * A stack's state: Pulumi's deployment document, version 3, as `pulumi stack export` writes and `pulumi stack import`
 * reads it.
 */
export type DeploymentDocument = z.infer<typeof deploymentDocument>;

/** @throws Error that names the invalid field. */
export function parseDeployment(raw: unknown): DeploymentDocument {
    const parsed = deploymentDocument.safeParse(raw);
    if (parsed.success) return parsed.data;
    throw new Error(`this is no Pulumi deployment of version ${documentVersion}: ${z.prettifyError(parsed.error)}`);
}

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

/** @throws UnsupportedError for any secrets provider other than a passphrase. */
export function saltOf({ deployment }: DeploymentDocument): string | undefined {
    const provider = deployment.secrets_providers;
    if (!provider) return undefined;
    if (provider.type !== "passphrase") throw new UnsupportedError(`secrets provider '${provider.type}'`);
    return (provider.state as { salt: string }).salt;
}

/** @throws UnsupportedError; Error if a secret is encrypted. */
export function readStack({ deployment }: DeploymentDocument): StackState {
    const { resources, pending_operations: pending } = deployment;
    return {
        resources: (resources ?? []).map(readResource),
        pending: (pending ?? []).map(({ resource, type }) => ({ resource: readResource(resource), type })),
    };
}

// The manifest requires an engine version. The version of the SDK is used, since the engine implements its protocol.
const { version } = JSON.parse(readFileSync(require.resolve("@pulumi/pulumi/package.json"), "utf8")) as {
    version: string;
};
const engineVersion = `v${version}`;

/**
 * The document of a state, with secrets in plain text.
 * @param now milliseconds since the epoch.
 */
export function writeStack({ resources, pending }: StackState, now: number): DeploymentDocument {
    return {
        version: documentVersion,
        deployment: {
            manifest: {
                time: new Date(now).toISOString(),
                // Pulumi verifies this checksum of the version.
                magic: createHash("sha256").update(engineVersion).digest("hex"),
                version: engineVersion,
            },
            ...(resources.length > 0 && { resources: resources.map(writeResource) }),
            ...(pending.length > 0 && {
                pending_operations: pending.map(({ resource, type }) => ({ resource: writeResource(resource), type })),
            }),
            metadata: {},
        },
    };
}
