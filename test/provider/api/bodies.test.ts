// A body that is encoded in a way that nobody asked for.
import zlib from "node:zlib";
import type { Handler } from "../../support/httpServer";
import { defaults } from "../../../src/provider/api/transport";
import { apiErrorOf, record, service, withClient } from "./support";

const body = Buffer.from(JSON.stringify({ ...record, name: "Größe" }));
const answer =
    (headers: Record<string, string>, sent: Buffer, status = 200): Handler =>
    (_, response) =>
        void response.writeHead(status, { "content-type": "application/json", ...headers }).end(sent);
const read = (handler: Handler) => withClient(handler, (client) => client.services.get(service));

const encoders: [string, (body: Buffer) => Buffer][] = [
    ["gzip", zlib.gzipSync],
    ["deflate", zlib.deflateSync],
    ["br", zlib.brotliCompressSync],
    ["gzip, br", (text) => zlib.brotliCompressSync(zlib.gzipSync(text))],
];

test.each(encoders)("a record in %s", async (encoding, encode) =>
    expect(await read(answer({ "content-encoding": encoding }, encode(body)))).toMatchObject({ name: "Größe" }),
);

test("a refusal in gzip", async () => {
    const refusal = zlib.gzipSync(JSON.stringify({ code: "NO_SUCH", message: "none" }));
    expect(await apiErrorOf(read(answer({ "content-encoding": "gzip" }, refusal, 404)))).toMatchObject({
        structured: true,
        code: "NO_SUCH",
    });
});

test("a body that is not what its encoding says is lost", async () =>
    expect(await apiErrorOf(read(answer({ "content-encoding": "gzip" }, body)))).toMatchObject({ kind: "transport" }));

test("a small body that becomes an endless one is not taken", async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(defaults.maxAnswerBytes + 1, " "));
    expect(await apiErrorOf(read(answer({ "content-encoding": "gzip" }, bomb)))).toMatchObject({ kind: "contract" });
});

test.each<[string, Record<string, string>, Buffer]>([
    ["a byte order mark", {}, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])],
    ["UTF-16 with its mark", {}, Buffer.from(`\ufeff${body.toString()}`, "utf16le")],
    ["text/plain", { "content-type": "text/plain" }, body],
    ["Latin-1", { "content-type": 'application/json; charset="ISO-8859-1"' }, Buffer.from(body.toString(), "latin1")],
    ["a charset that nobody knows", { "content-type": "application/json; charset=x-odd" }, body],
])("a record with %s", async (_, headers, sent) =>
    expect(await read(answer(headers, sent))).toMatchObject({ name: "Größe" }),
);
