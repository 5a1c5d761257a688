import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findProjectFile } from "../../shared/projectFile";
import { createHash } from "node:crypto";
import { hashLength, nameWith, ownHashLength, type AnyDefinition, type AutoName, type Project } from "../lifecycle";
import { dynamicUrn, nameInUrn } from "../../shared/registration";
import { unknownIn, unknownValue, type HiddenInputs, type Inputs } from "./inputs";

const radix = 36;

/**
 * What tells the stack of one person from that of another with the same names: its organization. A self-managed backend has none; there it
 * is the backend, and the project of the API that the key opens. Undefined where it cannot be known.
 */
export async function nameScope(
    { stateBackend }: { readonly stateBackend: Promise<string | undefined> },
    organization: string | undefined,
    openProject: () => Promise<Pick<Project, "id">>,
): Promise<string | undefined> {
    if (organization !== undefined) return organization;
    const backend = await stateBackend;
    return backend === undefined ? undefined : JSON.stringify([(await openProject()).id, backend]);
}

/**
 * The name of a resource whose program gives none. With `unique` it is the resource's own name and a hash of the scope, the URN, and
 * the arguments that decide what is created: no two stacks get the same, the successor in a replacement gets another than its
 * predecessor, and the same resource gets the same again after an interruption. The first part of the hash leaves the scope out, so that
 * what another scope has left is recognised. Undefined where the resource's own name is not known; `unknownValue` where an argument that
 * decides it will be known only in the `up`.
 */
export function defaultName(
    { naming }: AnyDefinition,
    inputs: Inputs,
    autoName: AutoName,
    scope?: string,
): string | undefined {
    const { urn, nameAround } = inputs.hidden;
    const ownName = nameInUrn(urn);
    if (nameAround === unknownValue) return unknownValue;
    if (urn === undefined || ownName === undefined || naming?.distinguishing === undefined) return ownName;
    if (autoName === "plain") return nameAround === undefined ? ownName : nameWith(nameAround, "");
    const distinguishing = naming.distinguishing(inputs.args);
    if (unknownIn(inputs).some((key) => key in distinguishing || key === "profile")) return unknownValue;
    // By either provider the same: an interrupted creation may be followed by a move to the other one.
    const own = [dynamicUrn(urn), Object.values(distinguishing)];
    const hash = hashOf(own, ownHashLength) + hashOf([scope, ...own], hashLength - ownHashLength);
    return nameWith(nameAround ?? { prefix: ownName, suffix: "" }, hash);
}

/** Where the hash of a generated name begins; undefined where it has none. */
export function hashIndex({ args: { name }, hidden: { autoNamed, nameAround } }: Inputs, around = nameAround) {
    if (typeof name !== "string" || autoNamed !== "unique" || around === unknownValue) return undefined;
    const suffix = around?.suffix ?? "";
    return name.length - hashLength - (suffix === "" ? 0 : suffix.length + 1);
}

const subjectOf = (around: HiddenInputs["nameAround"]) => (typeof around === "object" ? around.subject : undefined);

/**
 * Whether the name is for what a component asks for now. Its subject decides, so that a renamed component keeps its resource. A version that
 * stored none is known by the name; one that generated no names gave it without the hash, and a resource may be adopted.
 */
export function fits(before: Inputs, around: HiddenInputs["nameAround"]): boolean {
    const { name } = before.args;
    if (around === undefined || typeof name !== "string") return true;
    const subject = subjectOf(before.hidden.nameAround);
    if (subject !== undefined) return subject === subjectOf(around);
    const at = hashIndex(before, around);
    const hash = at === undefined ? "" : name.slice(at, at + hashLength);
    return around !== unknownValue && name === nameWith(around, hash);
}

/** Lower-case letters and digits: an API may normalise others. */
function hashOf(value: readonly unknown[], length: number): string {
    const digest = createHash("sha256").update(JSON.stringify(value)).digest().readBigUInt64BE();
    return (digest % BigInt(radix) ** BigInt(length)).toString(radix).padStart(length, "0");
}

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The backend that the CLI uses: an address that no other backend has. Undefined where it cannot be known. `directory`: where the program
 * is, in or below the folder of the project.
 */
export async function stateBackend(
    environment: ProcessEnvironment,
    directory = process.cwd(),
): Promise<string | undefined> {
    const { PULUMI_BACKEND_URL } = environment;
    try {
        return backendIdentity(PULUMI_BACKEND_URL || (await backendOfProject(directory)) || currentLogin(environment));
    } catch {
        // The reason may quote the file, which contains tokens.
        return undefined;
    }
}

/** A local address means another folder on another machine. Of any other, the credentials are no part. */
function backendIdentity(url: string): string | undefined {
    if (!url.startsWith("file:")) return url.replace(/^(\w+:\/\/)[^/?#]*@/, "$1");
    // The CLI resolves a relative path from its own working directory, which the provider does not know.
    const isAbsolute = /^file:\/\/(?:[~/\\]|[a-z]:)/i.test(url);
    return isAbsolute ? JSON.stringify([url, os.hostname(), userHome()]) : undefined;
}

/** `backend.url` of the project. @throws Error where there is no project file: the CLI has found one elsewhere. */
async function backendOfProject(directory: string): Promise<string | undefined> {
    const { parse } = await import("yaml");
    const text = readFileSync(findProjectFile(directory) ?? "", "utf8");
    return (parse(text) as { backend?: { url?: string } | null }).backend?.url;
}

/** The address of the CLI's login. Nothing else of the file is used. */
function currentLogin({ PULUMI_CREDENTIALS_PATH, PULUMI_HOME }: ProcessEnvironment): string {
    const folder = PULUMI_CREDENTIALS_PATH || PULUMI_HOME || path.join(userHome(), ".pulumi");
    return (JSON.parse(readFileSync(path.join(folder, "credentials.json"), "utf8")) as { current: string }).current;
}

/** As for the CLI, the system's entry for the user comes before `HOME`. @throws Error where there is neither. */
function userHome(): string {
    try {
        return os.userInfo().homedir;
    } catch {
        return os.homedir();
    }
}
