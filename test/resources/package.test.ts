// What a user's processes load of the package, and how.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import * as clouddb from "../../src";
import { definitions } from "../../src/lifecycle";
import { fixtureProject } from "../support/fixtureProject";

let folder: string;
beforeAll(() => void (folder = fixtureProject({})));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, type: "module" | "commonjs", ...args: string[]) =>
    execFileSync(process.execPath, ["--input-type", type, "-e", script, "--", ...args], {
        cwd: folder,
        encoding: "utf8",
    });

test("an ES module imports everything by its name", () => {
    const names = Object.keys(clouddb).sort();
    const providers = Object.keys(definitions).join(", ");
    const script = `
        import { ${names.join(", ")} } from "pulumi-clouddb";
        import { ${providers} } from "pulumi-clouddb/provider";
        import { startEmulator } from "pulumi-clouddb/emulator";
        const kinds = [${names.join(", ")}, startEmulator].map((one) => typeof one);
        console.log([...new Set(kinds)].join(), [${providers}].every((one) => one.check));`;
    expect(names).toEqual(expect.arrayContaining(["Vpc", "Peering", "Service", "ReadReplicaSet", "getService"]));
    expect(run(script, "module")).toBe("function true\n");
});

/** What is in memory once the provider's entry is loaded, as the SDK's host loads it. */
function loadedBy(...args: string[]) {
    // The host gets the engine's address as its first argument, where a file's own path would stand before it.
    const script = `
        process.argv.splice(1, process.argv.length - 1, "host", ...${JSON.stringify(args)});
        require("pulumi-clouddb/provider");
        console.log(JSON.stringify(Object.keys(require.cache)));
        process.exit();`;
    const files = JSON.parse(run(script, "commonjs")) as string[];
    const dist = path.resolve(__dirname, "..", "..", "dist");
    const own = files.filter((file) => file.startsWith(dist)).map((file) => path.relative(dist, file));
    const foreign = files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean);
    return {
        files,
        folders: [...new Set(own.map((file) => file.split(path.sep)[0]))].sort(),
        packages: [...new Set(foreign)].sort(),
        sdk: files.flatMap((file) => /@pulumi\/pulumi\/(.*)$/.exec(file)?.[1] ?? []).sort(),
    };
}

const mayLoad = ["api", "clock.js", "config", "lifecycle", "provider", "version.js"];

describe("the provider's entry", () => {
    test("loads neither resources, functions, emulator nor engine, and the SDK not at all where no engine listens", () => {
        const { files, folders, packages } = loadedBy();
        expect(folders).toEqual(mayLoad);
        expect(packages).toEqual(["async-mutex", "fastest-levenshtein", "ipaddr.js", "tslib", "zod"]);
        expect(files.length).toBeLessThan(360);
    });

    test("loads of the SDK no more than it takes to talk to the engine where one does", () => {
        const { files, folders, sdk } = loadedBy("127.0.0.1:9");
        expect(folders).toEqual(mayLoad);
        expect(sdk).toEqual(["proto/engine_grpc_pb.js", "proto/engine_pb.js"]);
        expect(files.length).toBeLessThan(432);
    });
});

test("a program loads neither the emulator nor the embedded engine, nor what only they need", () => {
    const script = `
        require("pulumi-clouddb");
        console.log(JSON.stringify(Object.keys(require.cache)));`;
    const files = JSON.parse(run(script, "commonjs")) as string[];
    expect(files.filter((file) => /dist\/(emulator|engine)\/|node_modules\/(@hono|hono|yaml)\//.test(file))).toEqual(
        [],
    );
});
