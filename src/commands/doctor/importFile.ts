import { writeFile } from "node:fs/promises";
import { nativePrefix, providerCode, secretSignature, signatureKey, typePrefix } from "../../shared/registration";
import { visible } from "../../shared/visible";
import {
    adoptable,
    asError,
    definitions,
    secretProperties,
    UserError,
    type AnyDefinition,
    type Project,
} from "../../provider/lifecycle";
import { hiddenKey, type PropertyMap } from "../../provider/dynamic/inputs";
import { newOwner, stateOf } from "../../provider/dynamic/state";
import { shellQuoted } from "../../shared/shellQuoted";
import { readDeclarations, type Declaration, type Declarations, type Selection } from "./declarations";

/** The document that `pulumi import --file` takes. */
export interface ImportDocument {
    readonly resources: readonly ImportedResource[];
}

interface ImportedResource {
    readonly type: string;
    readonly name: string;
    readonly id: string;
    readonly inputs: PropertyMap;
    /** With outputs, Pulumi does not read the resource, which a dynamic provider could not do without a state. */
    readonly outputs: PropertyMap;
}

/** Every resource with the state that the `up` of the printed program would leave. */
export const importDocument = (project: Project, { declared }: Declarations, native = false): ImportDocument => ({
    resources: declared.map((declaration) =>
        importedResource(project, declaration, native ? nativePrefix : typePrefix),
    ),
});

const providers = new Map(Object.entries<AnyDefinition>(definitions).map(([name, definition]) => [definition, name]));

function importedResource(
    project: Project,
    { definition, id, record, name, args }: Declaration,
    prefix: string,
): ImportedResource {
    const known = adoptable(definition, project, id, args, record);
    // No URN: it has the name of the stack, which the file does not depend on. The next `up` adds it.
    const code = { __provider: providerCode(providers.get(definition) ?? "") };
    const state = stateOf(definition, known, {
        args,
        given: Object.keys(args),
        hidden: { owner: newOwner() },
        project,
    });
    return {
        type: `${prefix}${definition.type}`,
        name,
        id,
        inputs: encryptable({ ...args, [hiddenKey]: {}, ...code }),
        outputs: encryptable({ ...state, ...code }),
    };
}

/** Marks secrets in the form of a state file, so that Pulumi encrypts them. */
const encryptable = (properties: PropertyMap): PropertyMap =>
    Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [
            key,
            secretProperties.has(key) ? { [signatureKey]: secretSignature, plaintext: JSON.stringify(value) } : value,
        ]),
    );

export interface ImportOptions extends Selection {
    /** The file to write, which must not exist. */
    readonly out: string;
    /** The option, not the variable, which the next command reads as well. */
    readonly baseUrl?: string | undefined;
    /** For the native provider. */
    readonly native?: boolean | undefined;
}

/** The first Pulumi CLI that takes outputs from an import file. An older one ignores them, and cannot import a dynamic resource. */
export const cliVersion = "3.254.0";

/** Writes the import file. Sends GET requests only. @returns what it contains and what to do next. @throws UserError */
export async function writeImport(project: Project, options: ImportOptions): Promise<string> {
    const declarations = await readDeclarations(project, options);
    const document = importDocument(project, declarations, options.native);
    const { out } = options;
    if (document.resources.length === 0) {
        const reasons = omissionLines(declarations);
        const nothing = `Project ${project.id} contains nothing that can be imported${reasons.length === 0 ? "." : ":"}`;
        throw new UserError([nothing, ...reasons.map(visible)].join("\n"));
    }
    await writeFile(out, `${JSON.stringify(document, undefined, 4)}\n`, { flag: "wx", mode: 0o600 }).catch(
        (error: unknown) => {
            const { code } = error as NodeJS.ErrnoException;
            if (code === "EEXIST")
                throw new UserError(`${out} already exists: remove it, or choose another file with --out.`);
            throw new UserError(`${out} cannot be written: ${asError(error).message}.`);
        },
    );
    return importText(declarations, options);
}

const omissionLines = ({ omitted }: Declarations): string[] =>
    omitted.map(({ what, why }) => `not imported: ${what}: ${why}`);

/** A word for a shell, in quotes where it needs them. */
const shellWord = (text: string): string => (/^[\w@%+=:,./\\-]+$/.test(text) ? text : shellQuoted(text));

export function importText(
    declarations: Declarations,
    { out, services = [], profile, baseUrl, native = false }: ImportOptions,
): string {
    const { projectId, declared } = declarations;
    const count = `${declared.length} resource${declared.length === 1 ? "" : "s"}`;
    const selection = [
        ...services.map((id) => ` --service ${shellWord(id)}`),
        profile === undefined ? "" : ` --profile ${shellWord(profile)}`,
        baseUrl === undefined ? "" : ` --base-url ${shellWord(baseUrl)}`,
        native ? " --native" : "",
    ];
    const lines = [
        `${out}: ${count} of project ${projectId} (ids, arguments, addresses; no password, no API key)`,
        ...omissionLines(declarations),
        "",
        `Next, in the folder of the Pulumi project, with Pulumi CLI ${cliVersion} or later:`,
        "",
        `    pulumi import --file ${shellWord(out)} --generate-code=false`,
        `    npx clouddb program${selection.join("")} > index.ts`,
        "    pulumi preview --expect-no-changes",
        "    pulumi up",
        "",
        "If the project already has a program, add the printed lines to it instead. The `up` changes nothing in the API: it",
        "stores the dependencies, and ends the protection that `pulumi import` gives to every resource. PROD services keep it.",
        "Then you can delete the file, and remove the `adopt` lines from the program.",
    ];
    return lines.map((line) => `${visible(line)}\n`).join("");
}
