// The databases' certificate, and the authority that it is from: as strict verifiers demand them.
import { webcrypto, X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemClock, wallTime } from "../../shared/clock";
import { makeDataFolder, writeDataFile } from "./files";
import type { Installation } from "./installation";
import type { Settings } from "./server";

const validMs = 365 * 24 * 3_600_000;
const leastMs = 7 * 24 * 3_600_000;
const dayMs = 24 * 3_600_000;

async function isValid(file: string): Promise<boolean> {
    return (
        existsSync(file) &&
        Date.parse(new X509Certificate(await readFile(file)).validTo) - wallTime(systemClock) > leastMs
    );
}

/** Makes sure that the folder has a certificate, its key and the authority; returns their settings. */
export async function certificate(
    { x509 }: Installation,
    root: string,
): Promise<{ caFile: string; settings: Settings }> {
    const folder = path.join(root, "tls");
    const inFolder = (name: string) => path.join(folder, name);
    const [caFile, own, key] = [inFolder("ca.crt"), inFolder("server.crt"), inFolder("server.key")];
    if (!(await isValid(own)) || !existsSync(caFile)) {
        const made = await make(x509);
        if (!existsSync(folder)) await makeDataFolder(folder);
        await writeDataFile(key, made.key);
        await writeFile(own, made.own);
        await writeFile(caFile, made.authority);
    }
    return { caFile, settings: { ssl: "on", ssl_cert_file: own, ssl_key_file: key } };
}

const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const { subtle } = webcrypto;

/** The key of the authority is not kept: it signs this one certificate. */
async function make(x509: Installation["x509"]) {
    // Its types are those of browsers.
    x509.cryptoProvider.set(webcrypto as never);
    const newKeys = () => subtle.generateKey(ecdsa, true, ["sign", "verify"]);
    const [ofAuthority, keys] = await Promise.all([newKeys(), newKeys()]);
    const now = wallTime(systemClock);
    const common = {
        // The clock of a container may be behind.
        notBefore: new Date(now - dayMs),
        notAfter: new Date(now + validMs),
        signingAlgorithm: ecdsa,
    };
    const { KeyUsageFlags: usage, ExtendedKeyUsage: purpose } = x509;
    const authority = await x509.X509CertificateGenerator.createSelfSigned({
        ...common,
        name: "CN=clouddb emulator",
        keys: ofAuthority,
        extensions: [
            new x509.BasicConstraintsExtension(true, 0, true),
            new x509.KeyUsagesExtension(usage.keyCertSign | usage.cRLSign, true),
            await x509.SubjectKeyIdentifierExtension.create(ofAuthority.publicKey),
        ],
    });
    const own = await x509.X509CertificateGenerator.create({
        ...common,
        subject: "CN=localhost",
        issuer: authority.subject,
        publicKey: keys.publicKey,
        signingKey: ofAuthority.privateKey,
        extensions: [
            new x509.BasicConstraintsExtension(false, undefined, true),
            new x509.KeyUsagesExtension(usage.digitalSignature, true),
            new x509.ExtendedKeyUsageExtension([purpose.serverAuth]),
            new x509.SubjectAlternativeNameExtension([
                { type: "dns", value: "localhost" },
                { type: "ip", value: "127.0.0.1" },
            ]),
            await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
            await x509.AuthorityKeyIdentifierExtension.create(ofAuthority.publicKey),
        ],
    });
    const key = await subtle.exportKey("pkcs8", keys.privateKey);
    return {
        authority: authority.toString("pem"),
        own: own.toString("pem"),
        key: x509.PemConverter.encode(key, "PRIVATE KEY"),
    };
}
