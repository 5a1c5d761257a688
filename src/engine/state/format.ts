import { z } from "zod";

// The deployment document that `pulumi stack export` writes. Unknown fields are preserved.

const urns = z.array(z.string());
const properties = z.record(z.string(), z.unknown());

export const resourceDocument = z.looseObject({
    urn: z.string(),
    custom: z.boolean().default(false),
    delete: z.boolean().optional(),
    id: z.string().optional(),
    type: z.string(),
    inputs: properties.optional(),
    outputs: properties.optional(),
    parent: z.string().optional(),
    protect: z.boolean().optional(),
    external: z.boolean().optional(),
    dependencies: urns.nullish(),
    initErrors: z.array(z.string()).nullish(),
    provider: z.string().optional(),
    propertyDependencies: z.record(z.string(), urns.nullable()).nullish(),
    pendingReplacement: z.boolean().optional(),
    additionalSecretOutputs: z.array(z.string()).nullish(),
    aliases: urns.nullish(),
    customTimeouts: z
        .object({
            create: z.number().optional(),
            update: z.number().optional(),
            delete: z.number().optional(),
            read: z.number().optional(),
        })
        .nullish(),
    retainOnDelete: z.boolean().optional(),
    deletedWith: z.string().optional(),
    created: z.string().optional(),
    modified: z.string().optional(),
    ignoreChanges: z.array(z.string()).nullish(),
    replaceOnChanges: z.array(z.string()).nullish(),
});
export type ResourceDocument = z.infer<typeof resourceDocument>;

const operationTypes = ["creating", "updating", "deleting", "reading", "importing"] as const;
/** The type of an interrupted step. */
export type OperationType = (typeof operationTypes)[number];

/** The supported version of the document. */
export const documentVersion = 3;

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
