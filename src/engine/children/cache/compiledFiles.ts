import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Script } from "node:vm";

/** Where a file's compiled code lies behind the index, and of what text it was made. */
interface Entry {
    hash: string;
    start: number;
    end: number;
}

interface Used {
    hash: string;
    script: Script;
    /** What was stored of it and is still valid. */
    stored: Buffer | undefined;
}

/** Above it, what this process has not used is dropped. */
const limit = 64 * 2 ** 20;

const hashOf = (text: string) => createHash("sha1").update(text).digest("base64");
const codeOf = ({ script, stored }: Used) => stored ?? script.createCachedData();

/** The compiled code of many files in one: the length of an index, the index as JSON, and the code of one file after the other. */
export class CompiledFiles {
    private index: Readonly<Record<string, Entry | undefined>> = {};
    private code = Buffer.alloc(0);
    private readonly used = new Map<string, Used>();
    private grown = false;

    constructor(private readonly file: string) {
        try {
            const stored = readFileSync(file);
            const start = 4 + stored.readUInt32LE(0);
            this.index = JSON.parse(stored.toString("utf8", 4, start)) as Record<string, Entry>;
            this.code = stored.subarray(start);
        } catch {
            // Nothing was stored yet, or it is broken, and written anew.
        }
    }

    /** Compiles with what is stored of this text, and remembers it for a process that loads it again. */
    compile(filename: string, text: string, compile: (stored: Buffer | undefined) => Script): Script {
        const hash = hashOf(text);
        const known = this.used.get(filename);
        if (known?.hash === hash) return known.script;
        const entry = this.index[filename];
        const stored = entry?.hash === hash ? this.code.subarray(entry.start, entry.end) : undefined;
        const script = compile(stored);
        const valid = stored !== undefined && script.cachedDataRejected !== true;
        this.used.set(filename, { hash, script, stored: valid ? stored : undefined });
        this.grown ||= !valid;
        return script;
    }

    /** Writes what was compiled since it was read. What was not used stays, as long as there is room. */
    save(): void {
        if (!this.grown) return;
        this.grown = false;
        const kept = this.code.length < limit ? Object.entries(this.index) : [];
        const all = new Map<string, { hash: string; code: Buffer }>();
        for (const [name, entry] of kept)
            if (entry) all.set(name, { hash: entry.hash, code: this.code.subarray(entry.start, entry.end) });
        for (const [name, used] of this.used) all.set(name, { hash: used.hash, code: codeOf(used) });
        const index: Record<string, Entry> = {};
        const parts: Buffer[] = [];
        let end = 0;
        for (const [name, { hash, code }] of all) {
            index[name] = { hash, start: end, end: (end += code.length) };
            parts.push(code);
        }
        const head = Buffer.from(JSON.stringify(index));
        const length = Buffer.alloc(4);
        length.writeUInt32LE(head.length);
        try {
            const own = `${this.file}.${process.pid}`;
            writeFileSync(own, Buffer.concat([length, head, ...parts]), { mode: 0o600 });
            renameSync(own, this.file);
        } catch {
            // Then the next process compiles it again.
        }
    }
}
