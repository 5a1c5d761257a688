// The text of a body: decoded as its `content-encoding` says, though nobody has asked for one, and in the charset that its byte order mark
// or its content type names. Not by undici's interceptor, which warns every user that it is experimental.
import { TextDecoder } from "node:util";
import zlib from "node:zlib";

type Decode = (body: Buffer, options: zlib.ZlibOptions & zlib.BrotliOptions) => Buffer;

// Node 20 has no zstd.
const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: Decode };
const decoders: Readonly<Record<string, Decode>> = {
    gzip: zlib.gunzipSync,
    "x-gzip": zlib.gunzipSync,
    deflate: zlib.inflateSync,
    br: zlib.brotliDecompressSync,
    ...(zstdDecompressSync && { zstd: zstdDecompressSync }),
};

interface BodyHeaders {
    /** `content-encoding`. */
    readonly encoding: string | undefined;
    /** `content-type`. */
    readonly type: string | undefined;
}

/**
 * Without the byte order mark. A charset that is not known is read as UTF-8, a body of an encoding that is not known stays as it is.
 *
 * @param longest - bytes.
 * @throws Error if the body is not what its encoding says, or becomes longer.
 */
export function bodyText(body: Buffer, { encoding = "", type = "" }: BodyHeaders, longest: number): string {
    // The last one was applied last.
    const encodings = encoding
        .toLowerCase()
        .split(/\s*,\s*/)
        .reverse();
    const plain = encodings.reduce(
        (bytes, name) => decoders[name]?.(bytes, { maxOutputLength: longest }) ?? bytes,
        body,
    );
    const mark = marks.find(([bytes]) => bytes.every((byte, at) => plain[at] === byte))?.[1];
    const charset = /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1];
    return decoderFor(mark ?? charset ?? "utf-8").decode(plain);
}

const marks: readonly (readonly [bytes: readonly number[], label: string])[] = [
    [[0xef, 0xbb, 0xbf], "utf-8"],
    [[0xfe, 0xff], "utf-16be"],
    [[0xff, 0xfe], "utf-16le"],
];

function decoderFor(label: string): TextDecoder {
    try {
        return new TextDecoder(label);
    } catch {
        // It throws only for a label that it does not know.
        return new TextDecoder();
    }
}
