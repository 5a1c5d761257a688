import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { secretForms } from "../../support/secretForms";

/** Secrets that were planted, by what they are called in a finding. */
export type Canaries = Readonly<Record<string, string>>;

/** Every file of a folder, at any depth; links are not followed. */
function filesOf(folder: string): string[] {
    return readdirSync(folder).flatMap((entry) => {
        const file = path.join(folder, entry);
        const kind = lstatSync(file);
        if (kind.isDirectory()) return filesOf(file);
        return kind.isFile() ? [file] : [];
    });
}

/** Where a text shows a canary, in any form: `place: canary as form`. */
export function inText(place: string, text: string, canaries: Canaries): string[] {
    return Object.entries(canaries).flatMap(([name, secret]) =>
        secretForms(secret)
            .filter((form) => text.includes(form))
            .map((form) => `${place}: ${name} as ${form}`),
    );
}

/** Where the files of a folder show a canary: their contents, and their names. */
export const inFiles = (folder: string, canaries: Canaries): string[] =>
    filesOf(folder).flatMap((file) => {
        const place = path.relative(folder, file);
        return [...inText(place, place, canaries), ...inText(place, contentOf(file), latin1(canaries))];
    });

/** The SDK's own debug lines repeat every message of its protocol, secrets and all; only a log of events asks for them. */
function contentOf(file: string): string {
    const text = readFileSync(file, "latin1");
    if (!file.endsWith(".jsonl")) return text;
    return text
        .split("\n")
        .filter((line) => !line.includes('"severity":"debug"'))
        .join("\n");
}

/** The canaries as files have them that are read byte by byte. */
const latin1 = (canaries: Canaries): Canaries =>
    Object.fromEntries(
        Object.entries(canaries).flatMap(([name, secret]) => [
            [name, secret],
            [`${name} in UTF-8`, Buffer.from(secret).toString("latin1")],
        ]),
    );

/** Command line and environment of every process that works in a folder, as far as this system shows them. */
export function processesIn(folder: string): { pid: string; commandLine: string; environment: string }[] {
    if (!existsSync("/proc")) return [];
    const read = (pid: string, what: string) => readFileSync(`/proc/${pid}/${what}`, "utf8");
    return readdirSync("/proc")
        .filter((entry) => /^\d+$/.test(entry))
        .flatMap((pid) => {
            try {
                const environment = read(pid, "environ");
                if (!environment.includes(folder)) return [];
                return [{ pid, commandLine: read(pid, "cmdline"), environment }];
            } catch {
                return []; // It has ended meanwhile, or is another user's.
            }
        });
}
