import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemClock, wallTime } from "../../clock";
import { makeDataFolder, writeDataFile } from "./files";
import type { Installation } from "./installation";
import type { Settings } from "./server";

const validMs = 365 * 24 * 3_600_000;
const leastMs = 7 * 24 * 3_600_000;

async function isValid(file: string): Promise<boolean> {
    return (
        existsSync(file) &&
        Date.parse(new X509Certificate(await readFile(file)).validTo) - wallTime(systemClock) > leastMs
    );
}

/** Makes sure that the folder has a certificate, which is its own authority, and its key; returns their settings. */
export async function certificate(
    { generate }: Installation,
    root: string,
): Promise<{ caFile: string; settings: Settings }> {
    const folder = path.join(root, "tls");
    const [caFile, key] = [path.join(folder, "ca.crt"), path.join(folder, "server.key")];
    if (!(await isValid(caFile))) {
        const made = await generate([{ name: "commonName", value: "localhost" }], {
            keyType: "ec",
            algorithm: "sha256",
            notAfterDate: new Date(wallTime(systemClock) + validMs),
            extensions: [
                { name: "basicConstraints", cA: true, critical: true },
                { name: "keyUsage", keyCertSign: true, digitalSignature: true },
                {
                    name: "subjectAltName",
                    altNames: [
                        { type: 2, value: "localhost" },
                        { type: 7, ip: "127.0.0.1" },
                    ],
                },
            ],
        });
        if (!existsSync(folder)) await makeDataFolder(folder);
        await writeDataFile(key, made.private);
        await writeFile(caFile, made.cert);
    }
    return { caFile, settings: { ssl: "on", ssl_cert_file: caFile, ssl_key_file: key } };
}
