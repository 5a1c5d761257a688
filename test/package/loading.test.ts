// What a user's processes load of the package, and how. Files are counted, because milliseconds depend on the machine.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import * as clouddb from "../../src";
import { definitions } from "../../src/provider/lifecycle";
import { fixtureProject } from "../support/fixtureProject";

const dist = path.resolve(__dirname, "..", "..", "dist");

let folder: string;
beforeAll(() => void (folder = fixtureProject({})));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, type: "module" | "commonjs", ...nodeArgs: string[]) =>
    execFileSync(process.execPath, [...nodeArgs, "--input-type", type, "-e", script], {
        cwd: folder,
        encoding: "utf8",
    });

test("an ES module imports everything by its name", () => {
    const names = Object.keys(clouddb).sort();
    const providers = Object.keys(definitions);
    const script = `
        import { ${names.join(", ")} } from "pulumi-clouddb";
        import providers from "pulumi-clouddb/provider";
        import { startEmulator } from "pulumi-clouddb/emulator";
        const kinds = [${names.join(", ")}, startEmulator].map((one) => typeof one);
        console.log([...new Set(kinds)].join(), Object.keys(providers).filter((name) => providers[name].check).join());`;
    expect(names).toEqual(expect.arrayContaining(["Vpc", "Peering", "Service", "ReadReplicaSet", "getService"]));
    expect(run(script, "module")).toBe(`function ${providers.join()}\n`);
});

/** The files in memory after a script, without those of the SDK and of what it depends on. */
function loadedBy(script: string) {
    const files = JSON.parse(
        run(
            `require("@pulumi/pulumi");
            const known = new Set(Object.keys(require.cache));
            const report = () => console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !known.has(file))));
            (async () => { ${script}; report(); })();`,
            "commonjs",
        ).split("\n", 1)[0]!,
    ) as string[];
    const own = files.filter((file) => file.startsWith(dist));
    const foreign = files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
    return {
        count: files.length,
        own: own.map((file) => path.relative(dist, file).split(path.sep).join("/")).sort(),
        packages: [...new Set(foreign)].sort(),
    };
}

const setMocks = `require("@pulumi/pulumi").runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: () => ({ id: "id", name: "name" }),
});`;
/** What several entries share. */
const shared = [
    "shared/clock.js",
    "rolldown-runtime.js",
    "shared/api.js",
    "shared/lifecycle.js",
    "shared/common.js",
    "vendor/async-mutex.js",
    "vendor/fastest-levenshtein.js",
    "vendor/ipaddr-js.js",
    "vendor/zod.js",
];

test("a program loads a few files beside the SDK before its first request: neither HTTP client nor emulator or engine", () => {
    const loaded = loadedBy(`
        ${setMocks}
        const { PreviewFork, Service, getService } = require("pulumi-clouddb");
        const { id } = new Service("orders", { password: "p" });
        new PreviewFork("fork", { branch: "b", serviceId: id, expiresAt: "2030-01-31T12:00:00Z" });
        await getService({ id: "id" });
        await new Promise((resolve) => id.apply(resolve))`);
    expect(loaded).toMatchObject({
        own: [...shared, "index.js", "shared/functions.js", "shared/program.js"].sort(),
        packages: [],
    });
    expect(loaded.count).toBeLessThanOrEqual(15);
});

describe("the provider's entry", () => {
    // The native provider and the commands share parts of it.
    const ofProvider = [...shared, "provider/dynamic/index.js", "absences.js", "providerRuntime.js", "state.js"].sort();
    // The host gets the engine's address as its first argument, where a file's own path would stand before it.
    const loadsAt = (...address: string[]) =>
        `process.argv.splice(1, process.argv.length - 1, "host", ...${JSON.stringify(address)});
        require("pulumi-clouddb/provider")`;

    test("loads neither resources, functions, emulator nor engine", () =>
        expect(loadedBy(loadsAt())).toMatchObject({ own: ofProvider, packages: [] }));

    test.each([
        ["the SDK not at all where no engine listens", [], []],
        [
            "of the SDK no more than it takes to talk to the engine where one does",
            ["127.0.0.1:9"],
            ["proto/engine_grpc_pb.js", "proto/engine_pb.js"],
        ],
    ])("loads %s", (_, address, sdk) => {
        const script = `
            ${loadsAt(...address)};
            console.log(JSON.stringify(Object.keys(require.cache)));
            process.exit();`;
        const files = JSON.parse(run(script, "commonjs")) as string[];
        expect(files.flatMap((file) => /@pulumi\/pulumi\/(.*)$/.exec(file)?.[1] ?? []).sort()).toEqual(sdk);
    });
});

test("the process of the native provider loads no more of the SDK than the engine's messages", () => {
    const script = `
        require(${JSON.stringify(path.join(dist, "provider", "native", "index.js"))});
        console.log(JSON.stringify(Object.keys(require.cache)));
        process.exit();`;
    const files = JSON.parse(run(script, "commonjs").split("\n", 1)[0]!) as string[];
    const sdk = files.flatMap((file) => /@pulumi\/pulumi\/(.*)$/.exec(file)?.[1] ?? []);
    expect(sdk.filter((file) => !file.startsWith("proto/"))).toEqual([]);
    expect(files.map((file) => path.relative(dist, file))).not.toContain(path.join("shared", "program.js"));
});

test("all entries share what has an identity: the classes of errors and the registries", () => {
    const script = `
        const { ApiError, createClient } = require("pulumi-clouddb/api");
        const { startEmulator } = require("pulumi-clouddb/emulator");
        (async () => {
            const emulator = await startEmulator();
            process.env.CLOUDDB_BASE_URL = emulator.url;
            process.env.CLOUDDB_API_KEY = "wrong";
            require("@pulumi/pulumi").runtime.setAllConfig({});
            const { cause } = await require("pulumi-clouddb").getServices().catch((error) => error);
            const own = await createClient({ baseUrl: emulator.url, apiKey: "wrong" }).identity.projects().catch((error) => error);
            console.log(cause instanceof ApiError, own instanceof ApiError);
            await emulator.stop();
            process.exit();
        })();`;
    expect(run(script, "commonjs")).toBe("true true\n");
});

describe("the stack of a defect names the sources", () => {
    const sdkSupport = `require(require("node:module").createRequire(require.resolve("@pulumi/pulumi")).resolve("source-map-support/register"));`;
    // Fails inside of the package.
    const defect = `
        const { Service } = require("pulumi-clouddb");
        const bad = new Proxy({}, { ownKeys() { throw new Error("a defect"); } });
        try { new Service("orders", bad); } catch ({ stack }) { console.log(stack); }`;

    test.each<[string, string, string[]]>([
        ["with the SDK's support for source maps, as under the Pulumi CLI", sdkSupport, []],
        ["with Node's support for them", "", ["--enable-source-maps"]],
    ])("%s", (_, support, nodeArgs) => {
        const stack = run(support + defect, "commonjs", ...nodeArgs);
        expect(stack).toMatch(/at new Managed \(.*src\/program\/resources\/managed\.ts:\d+/);
        expect(stack).toMatch(/at new Service \(.*src\/program\/resources\/service\.ts:\d+/);
    });

    test("without any, functions and classes have their names", () => {
        expect(run(defect, "commonjs")).toMatch(/at new Managed \(.*\n *at new Service \(/);
    });
});
