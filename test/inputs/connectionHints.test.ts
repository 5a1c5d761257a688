// What a user reads where no connection could be made: recognised by the error's code, never by a text of OpenSSL.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError } from "../../src/provider/api";
import { Connections } from "../../src/provider/config/connections";
import { withHint } from "../../src/provider/config/hints";
import { readSettings } from "../../src/provider/config/settings";

const address = "`clouddb:baseUrl`";

test("https to a server that speaks plain http", async () => {
    const server = createServer((_, response) => response.end("[]")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
        const settings = readSettings(() => undefined, {
            CLOUDDB_BASE_URL: `https://${host}/v1`,
            CLOUDDB_API_KEY: "a-long-key",
        });
        const error = await new Connections(settings).project(undefined, undefined).catch((thrown: unknown) => thrown);
        expect(withHint(error as ApiError)).toBe(
            `GET /auth/info failed: the server at ${host} does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER). Is the address right (${address})? ` +
                "For an emulator on this machine, it begins with http://.",
        );
    } finally {
        server.close();
    }
});

const untrusted = `This machine does not trust the server's certificate. Is the address right (${address})? If the certificate is your organization's, name the file of its authority in NODE_EXTRA_CA_CERTS.`;
const unreachable = `Is the address right (${address}), and can this machine reach it?`;
const invalid = `Is the address right (${address})? The certificate of that server is not valid for it.`;

test.each([
    ["ENOTFOUND", unreachable],
    ["ECONNREFUSED", unreachable],
    ["UND_ERR_CONNECT_TIMEOUT", unreachable],
    ["EPROTO", unreachable],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", untrusted],
    ["SELF_SIGNED_CERT_IN_CHAIN", untrusted],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", untrusted],
    ["CERT_HAS_EXPIRED", invalid],
    ["ERR_TLS_CERT_ALTNAME_INVALID", invalid],
    ["ECONNRESET", undefined],
])("%s", (code, hint) => {
    const cause = Object.assign(new Error("text"), { code });
    const about = { kind: "transport", method: "GET", path: "/auth/info", outcomeUnknown: false } as const;
    const error = new ApiError("GET /auth/info failed: text", { ...about, cause });
    expect(withHint(error)).toBe(hint === undefined ? error.message : `${error.message}. ${hint}`);
});
