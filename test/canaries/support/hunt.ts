import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { secretForms } from "../../support/secretForms";

/** Secrets that were planted, by what they are called in a finding. */
export type Canaries = Readonly<Record<string, string>>;

/** Where a text shows a canary, in any form: `place: canary as form`. */
export function inText(place: string, text: string, canaries: Canaries): string[] {
    return Object.entries(canaries).flatMap(([name, secret]) =>
        secretForms(secret)
            .filter((form) => text.includes(form))
            .map((form) => `${place}: ${name} as ${form}`),
    );
}

/** Every file of a folder, at any depth; links are not followed. */
const filesOf = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name));

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

/** Variables with secrets by design, which child processes inherit: Pulumi's configuration of a program, and the user's key. */
const byDesign = /^(PULUMI_CONFIG|CLOUDDB_API_KEY)=/;

/** Searches command line, title and environment of all processes with a working directory below `folder`, on Linux. */
export const inProcesses = (folder: string, canaries: Canaries): string[] =>
    (existsSync("/proc") ? readdirSync("/proc") : [])
        .filter((entry) => /^\d+$/.test(entry))
        .flatMap((pid) => {
            try {
                if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return [];
                const text = (what: string) => readFileSync(`/proc/${pid}/${what}`, "utf8");
                const command = text("cmdline").replaceAll("\0", " ");
                const environment = text("environ").split("\0");
                // The provider is configured by its engine, over the wire.
                const isProvider = command.includes("dynamic-provider");
                const shown = environment.filter(
                    (one) => (isProvider && one.startsWith("PULUMI_CONFIG=")) || !byDesign.test(one),
                );
                return [
                    ...inText(`command line of ${command.slice(0, 60)}`, command, canaries),
                    ...inText("process title", text("comm"), canaries),
                    ...inText(`environment of ${command.slice(0, 60)}`, shown.join("\n"), canaries),
                ];
            } catch {
                return []; // It has ended meanwhile, or is another user's.
            }
        });
