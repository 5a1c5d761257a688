import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type DeploymentDocument, parseDeployment, saltOf } from "./document";
import { Passphrase } from "./passphrase";

/**
 * Opens and locks the file of a stack's state.
 * @returns its document, `undefined` for a new stack. `save` is durable and atomic, and must not be called concurrently.
 * @throws Error if another process has locked the file, for an unreadable file or a wrong passphrase.
 */
export async function openFile(file: string, passphrase: string) {
    const release = await lockFile(file);
    try {
        const { seal, document } = existsSync(file)
            ? await decrypted(file, await readFile(file, "utf8"), passphrase)
            : { seal: await Passphrase.create(passphrase), document: undefined };
        return {
            document,
            async save({ version, deployment: { manifest, ...deployment } }: DeploymentDocument) {
                const secrets_providers = { type: "passphrase", state: { salt: seal.salt } };
                const document = { version, deployment: { manifest, secrets_providers, ...deployment } };
                await replaceFile(file, `${seal.stringify(document)}\n`);
            },
            release,
        };
    } catch (error) {
        await release();
        throw error;
    }
}

async function decrypted(file: string, text: string, passphrase: string) {
    const salt = saltOf(parseDeployment(JSON.parse(text)));
    const seal = await (salt ? Passphrase.open(passphrase, salt, file) : Passphrase.create(passphrase));
    return { seal, document: parseDeployment(seal.parse(text)) };
}

export async function replaceFile(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    const next = `${file}.next`;
    await writeFile(next, text, { flush: true, mode: 0o600 });
    await rename(next, file);
}

function isAlive(pid: number): boolean {
    try {
        process.kill(pid, 0);
        return true;
    } catch (error) {
        return (error as NodeJS.ErrnoException).code === "EPERM";
    }
}

/**
 * Locks `file` until the returned function is called. Locks of dead processes are ignored. Every process first creates
 * its own lock file, named after it and unique, and then checks for others, so that of two concurrent processes at least
 * one sees the other.
 * @throws Error that names the owner.
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
    const dir = path.dirname(file);
    await mkdir(dir, { recursive: true });
    const prefix = `${path.basename(file)}.lock-`;
    const mark = `${prefix}${process.pid}-${randomBytes(6).toString("hex")}`;
    const unlock = () => rm(path.join(dir, mark), { force: true });
    await writeFile(path.join(dir, mark), "", { flag: "wx" });
    for (const other of (await readdir(dir)).filter((name) => name.startsWith(prefix) && name !== mark)) {
        const owner = Number.parseInt(other.slice(prefix.length), 10);
        if (isAlive(owner)) {
            await unlock();
            throw new Error(`${file} is in use by process ${owner}`);
        }
        await rm(path.join(dir, other), { force: true });
    }
    return unlock;
}

/**
 * Reads a state file for `pulumi stack import`. Secrets stay encrypted, or are decrypted if the passphrase is given.
 * @throws Error for an unreadable file or a wrong passphrase.
 */
export async function exportStack(stateFile: string, passphrase?: string): Promise<DeploymentDocument> {
    const text = await readFile(stateFile, "utf8");
    if (passphrase === undefined) return parseDeployment(JSON.parse(text));
    const { version, deployment } = (await decrypted(stateFile, text, passphrase)).document;
    return { version, deployment: { ...deployment, secrets_providers: undefined } };
}
