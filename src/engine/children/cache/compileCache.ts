// Half of what a process of the engine does is to compile the SDK, which is the same each time. Node keeps compiled code by
// itself from 22.10 on; before, this does.
import { createHash } from "node:crypto";
import module from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import { setFlagsFromString } from "node:v8";
import { isPackaged } from "../packaged";
import { cacheFolder } from "./cacheFolder";
import { CompiledFiles } from "./compiledFiles";

/** What Node's module loader has, but does not document. */
interface LoadedModule extends NodeJS.Module {
    _compile: (this: LoadedModule, text: string, filename: string, format?: string) => unknown;
}
interface Loader {
    prototype: LoadedModule;
    wrapper: [string, string];
    wrap: (text: string) => string;
}
interface OfNode {
    enableCompileCache?: (folder: string) => unknown;
    flushCompileCache?: () => void;
}

/** A dynamic import does not work in stored code. The TypeScript compiler has it in its texts alone. */
const imports = (text: string, filename: string) =>
    /\bimport\s*\(/.test(text) && !filename.endsWith(path.join("typescript", "lib", "typescript.js"));

const requireOf = (from: NodeJS.Module, filename: string) =>
    Object.assign((id: string): unknown => from.require(id), module.createRequire(filename));

function cacheIn(files: CompiledFiles): void {
    const loader = module as unknown as Loader;
    const original = loader.prototype._compile;
    const columnOffset = -loader.wrapper[0].length;
    loader.prototype._compile = function (text, filename, format) {
        // A program's own code changes, and would be stored for nothing.
        const known = (format ?? "commonjs") === "commonjs" && isPackaged(filename) && !imports(text, filename);
        if (!known) return original.call(this, text, filename, format);
        let script: Script;
        try {
            script = files.compile(filename, text, (cachedData) => {
                const wrapped = loader.wrap(text.replace(/^#!.*/, ""));
                return new Script(wrapped, { filename, cachedData, columnOffset });
            });
        } catch {
            // Node tells what is wrong with it.
            return original.call(this, text, filename, format);
        }
        const run = script.runInThisContext() as (...args: unknown[]) => unknown;
        return run.call(this.exports, this.exports, requireOf(this, filename), this, filename, path.dirname(filename));
    };
}

/** Saves when the process ends. The engine ends providers by a signal, which leaves no other occasion. */
function atTheEnd(save: () => void): void {
    process.once("exit", save);
    process.once("SIGTERM", () => {
        save();
        if (process.listenerCount("SIGTERM") === 0) process.kill(process.pid, "SIGTERM");
    });
}

function start(): void {
    const { NODE_DISABLE_COMPILE_CACHE, NODE_V8_COVERAGE } = process.env;
    const folder = NODE_DISABLE_COMPILE_CACHE || NODE_V8_COVERAGE ? undefined : cacheFolder();
    if (folder === undefined) return;
    // The SDK sets it while it loads, and V8 takes no code that was compiled with other flags.
    setFlagsFromString("--allow-natives-syntax");
    const { enableCompileCache, flushCompileCache } = module as OfNode;
    if (enableCompileCache && flushCompileCache) {
        enableCompileCache(folder);
        atTheEnd(flushCompileCache);
        return;
    }
    const script = process.argv[1] ?? "";
    const name = createHash("sha1").update(`${script} ${process.version} ${process.arch}`).digest("hex");
    const files = new CompiledFiles(path.join(folder, name));
    cacheIn(files);
    atTheEnd(() => files.save());
}

start();
