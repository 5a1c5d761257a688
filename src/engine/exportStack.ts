import { readFile } from "node:fs/promises";
import { systemClock } from "../clock";
import { type DeploymentDocument, parseDeployment } from "./state/format";
import { Passphrase } from "./state/passphrase";
import { passphraseSeal, plainSeal } from "./state/seal";
import { readStack, saltOf, writeStack } from "./state/stack";

/**
 * Reads a state file for `pulumi stack import`. Secrets stay encrypted, or are decrypted if the passphrase is given.
 * @throws Error for an unreadable file or a wrong passphrase.
 */
export async function exportStack(stateFile: string, passphrase?: string): Promise<DeploymentDocument> {
    const document = parseDeployment(JSON.parse(await readFile(stateFile, "utf8")));
    const salt = saltOf(document);
    if (passphrase === undefined || salt === undefined) return document;
    const seal = passphraseSeal(await Passphrase.open(passphrase, salt));
    return writeStack(readStack(document, seal), plainSeal, undefined, systemClock.now());
}
