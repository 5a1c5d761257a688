import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findProjectFile } from "../../shared/projectFile";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The backend that the CLI uses: an address that no other backend has. Undefined where it cannot be known. `directory`: where the program
 * is, in or below the folder of the project.
 */
export async function stateBackend(environment: Environment, directory = process.cwd()): Promise<string | undefined> {
    const { PULUMI_BACKEND_URL } = environment;
    try {
        return identityOf(PULUMI_BACKEND_URL || (await backendOfProject(directory)) || currentLogin(environment));
    } catch {
        // The reason may quote the file, which contains tokens.
        return undefined;
    }
}

/** A local address means another folder on another machine. Of any other, the credentials are no part. */
function identityOf(url: string): string | undefined {
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
function currentLogin({ PULUMI_CREDENTIALS_PATH, PULUMI_HOME }: Environment): string {
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
