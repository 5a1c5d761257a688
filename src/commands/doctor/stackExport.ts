import { z } from "zod";
import { reasonOf } from "../../provider/config/problems";
import { isObject } from "../../shared/objects";
import { nameInUrn, ownResourceType, signatureKey } from "../../shared/registration";
import { type PropertyPath, pathText } from "../../shared/propertyPath";
import { definitions, UserError, type AnyDefinition } from "../../provider/lifecycle";

/** The versions of the deployment document that are read. The fourth has new marks of resources, such as `taint`. */
const documentVersions = [3, 4] as const;

const properties = z.record(z.string(), z.unknown());
const ResourceDocument = z.looseObject({
    urn: z.string().min(1),
    type: z.string().min(1),
    id: z.string().optional(),
    custom: z.boolean().optional(),
    delete: z.boolean().optional(),
    external: z.boolean().optional(),
    pendingReplacement: z.boolean().optional(),
    inputs: properties.nullish(),
    outputs: properties.nullish(),
});
const StackExport = z.looseObject({
    version: z.literal(documentVersions),
    deployment: z.looseObject({
        resources: z.array(ResourceDocument).nullish(),
        pending_operations: z.array(z.looseObject({ resource: ResourceDocument, type: z.string() })).nullish(),
    }),
});

/** A resource of this package in the state. */
export interface StackResource {
    readonly urn: string;
    readonly name: string;
    /** `Service`. This version of the package may not know it. */
    readonly type: string;
    readonly definition: AnyDefinition | undefined;
    readonly id: string;
    readonly profile: string | undefined;
    readonly projectId: string | undefined;
    /** Whether profile or project are encrypted, so that the location of the resource is unknown. */
    readonly hidden: boolean;
    /** It has been replaced, and is not deleted yet. */
    readonly markedForDelete: boolean;
    /** The inputs, without those that the package hides. */
    readonly inputs: Readonly<Record<string, unknown>>;
    /** The outputs, with those that the package hides, and without those that are encrypted. */
    readonly outputs: Readonly<Record<string, unknown>>;
    /** The names of the outputs that are secrets, encrypted or in plain text. */
    readonly secrets: readonly string[];
    /** Those of them that are encrypted. */
    readonly encrypted: readonly string[];
}

export interface PendingOperation {
    /** `creating`, `updating`, `deleting`; `replacing` if the predecessor is deleted and the replacement is not created. */
    readonly type: string;
    readonly resource: StackResource;
}

/** What a stack's state contains of this package. */
export interface StackState {
    readonly resources: readonly StackResource[];
    readonly pending: readonly PendingOperation[];
}

/**
 * Reads what `pulumi stack export` prints. Nothing is decrypted.
 *
 * @param source - for messages: the file's name.
 * @throws UserError - which never quotes the document, since it may contain secrets.
 */
export function readStackExport(text: string, source: string): StackState {
    const parsed = StackExport.safeParse(parseJson(text, source), { reportInput: true });
    if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const place = issue === undefined ? "" : pathText(issue.path as PropertyPath) || "it";
        const problem = issue === undefined ? "" : `: ${place} ${reasonOf(issue)}`;
        throw new UserError(`${source} is no Pulumi deployment of version ${documentVersions.join(" or ")}${problem}.`);
    }
    const { resources, pending_operations: pending } = parsed.data.deployment;
    const isOwn = (document: z.infer<typeof ResourceDocument>) => ownResourceType(document) !== undefined;
    const own = (resources ?? []).filter(isOwn);
    const operations = (pending ?? []).filter(({ resource }) => isOwn(resource));
    const isInterrupted = ({ urn }: { readonly urn: string }) =>
        operations.some(({ resource }) => resource.urn === urn);
    const replaced = own.filter((one) => one.pendingReplacement === true && !isInterrupted(one));
    return {
        // What a program only reads is not managed by it.
        resources: own
            .filter(({ pendingReplacement, external }) => pendingReplacement !== true && external !== true)
            .map(resourceOf),
        pending: [...operations, ...replaced.map((resource) => ({ type: "replacing", resource }))].map(
            ({ type, resource }) => ({ type, resource: resourceOf(resource) }),
        ),
    };
}

function parseJson(text: string, source: string): unknown {
    try {
        return JSON.parse(text.replace(/^\uFEFF/, ""));
    } catch {
        // The parser's message quotes the text.
        throw new UserError(
            text.trim() === ""
                ? `${source} is empty: it takes what \`pulumi stack export\` prints.`
                : `${source} is not JSON: it takes what \`pulumi stack export\` prints.`,
        );
    }
}

/** An export with `--show-secrets` has the JSON of a secret in `plaintext`. */
function revealed(
    outputs: Readonly<Record<string, unknown>>,
): Pick<StackResource, "outputs" | "secrets" | "encrypted"> {
    const isSecret = ([, value]: readonly [string, unknown]) => JSON.stringify(value).includes(signatureKey);
    const plainOf = (value: unknown): unknown => {
        const text = isObject(value) ? value["plaintext"] : undefined;
        return typeof text === "string" ? (JSON.parse(text) as unknown) : undefined;
    };
    const entries = Object.entries(outputs);
    const secrets = entries.filter(isSecret);
    const plain = secrets.map(([key, value]) => [key, plainOf(value)] as const);
    return {
        outputs: Object.fromEntries([...entries.filter((entry) => !isSecret(entry)), ...plain]),
        secrets: secrets.map(([key]) => key),
        encrypted: plain.filter(([, value]) => value === undefined).map(([key]) => key),
    };
}

function resourceOf(document: z.infer<typeof ResourceDocument>): StackResource {
    const type = ownResourceType(document) ?? "";
    const [inputs, outputs] = [document.inputs ?? {}, document.outputs ?? {}];
    const values = ["profile", "projectId"].map((key) => outputs[key] ?? inputs[key]);
    const [profile, projectId] = values.map((value) => (typeof value === "string" && value !== "" ? value : undefined));
    return {
        urn: document.urn,
        name: nameInUrn(document.urn) ?? "",
        type,
        definition: Object.values<AnyDefinition>(definitions).find((definition) => definition.type === type),
        id: document.id ?? "",
        profile,
        projectId,
        hidden: values.some((value) => typeof value === "object" && value !== null),
        markedForDelete: document.delete === true,
        inputs: Object.fromEntries(Object.entries(inputs).filter(([key]) => !key.startsWith("__"))),
        ...revealed(outputs),
    };
}
