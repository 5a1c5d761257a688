import { readFile } from "node:fs/promises";
import { systemClock } from "../clock";
import { type DeploymentDocument, parseDeployment } from "./state/format";
import { Passphrase } from "./state/passphrase";
import { passphraseSeal, plainSeal } from "./state/seal";
import { readStack, saltOf, writeStack } from "./state/stack";

/**
 * What a state file says, for `pulumi stack import`: its secrets encrypted as they are, or in plain text where the passphrase
 * is given.
 * @throws Error for a file that cannot be read, or a wrong passphrase.
 */
export async function exportStack(stateFile: string, passphrase?: string): Promise<DeploymentDocument> {
    const document = parseDeployment(JSON.parse(await readFile(stateFile, "utf8")));
    const salt = saltOf(document);
    if (passphrase === undefined || salt === undefined) return document;
    const seal = passphraseSeal(await Passphrase.open(passphrase, salt));
    return writeStack(readStack(document, seal), plainSeal, undefined, systemClock.now());
}
