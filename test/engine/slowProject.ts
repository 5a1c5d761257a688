import { existsSync, readFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import path from "node:path";
import { TraceProject } from "../conformance/traceProject";

const provider = `
const fs = require("node:fs");
const path = require("node:path");
const dir = process.env.SLOW_DIR;
module.exports = {
    async create({ name }) {
        fs.writeFileSync(path.join(dir, "provider.pid"), String(process.pid));
        fs.writeFileSync(path.join(dir, "began-" + name), "");
        const watcher = fs.watch(dir);
        if (!fs.existsSync(path.join(dir, "go-" + name)))
            await new Promise((resolve) => watcher.on("change", (_, file) => file === "go-" + name && resolve()));
        watcher.close();
        return { id: name, outs: { name } };
    },
};`;

/** Resources whose create blocks until it is released. */
export class SlowProject extends TraceProject {
    /** @param body a program that has `Slow(name, options)` */
    constructor(body: string) {
        super();
        this.write("slow.js", provider);
        this.write(
            "index.js",
            `const pulumi = require("@pulumi/pulumi");
            const __provider = 'exports.handler = () => require(process.env.SLOW_DIR + "/slow.js");';
            const Slow = (name, options) =>
                new pulumi.CustomResource("pulumi-nodejs:dynamic/slow:Slow", name, { name, __provider }, options);
            ${body}`,
        );
    }

    override env(): Record<string, string> {
        return { SLOW_DIR: this.dir };
    }

    /** Resolves when the create is in progress. */
    async began(name: string): Promise<void> {
        const changes = watch(this.dir);
        // The file may be there already.
        const nudge = setImmediate(() => this.write("nudge", ""));
        for await (const { filename } of changes)
            if (filename !== null && existsSync(path.join(this.dir, `began-${name}`))) break;
        clearImmediate(nudge);
    }

    letGo(name: string): void {
        this.write(`go-${name}`, "");
    }

    get providerPid(): number {
        return Number(readFileSync(path.join(this.dir, "provider.pid"), "utf8"));
    }
}

/** Resolves when there is no such process any more. */
export async function isGone(pid: number): Promise<void> {
    for (;;) {
        try {
            process.kill(pid, 0);
        } catch {
            return;
        }
        await new Promise((resolve) => setImmediate(resolve));
    }
}
