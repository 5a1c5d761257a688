import { execFileSync } from "node:child_process";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { fixtureProject } from "../support/fixtureProject";
import { valueOf, withMocks } from "./support";

const run = (script: string, name: string, cwd = fixtureProject({})) =>
    execFileSync(process.execPath, ["--input-type", name, "-e", script], { cwd, encoding: "utf8" });

test("what is stored is what pulumi.dynamic.Resource stores: the same type, the same property, evaluated the same way", async () => {
    const registered = await withMocks();
    class Theirs extends pulumi.dynamic.Resource {
        constructor() {
            super({ create: () => Promise.resolve({ id: "x" }) }, "theirs", {}, {}, "clouddb", "Service");
        }
    }
    const theirs = new Theirs();
    await valueOf(theirs.urn);
    const { type, inputs } = registered.find(({ name }) => name === "theirs")!;
    expect(type).toBe("pulumi-nodejs:dynamic/clouddb:Service");
    expect(String(inputs["__provider"])).toMatch(/^exports\.handler = __f0;/);
});

test("the package imports cleanly as an ES module, by name", () => {
    const script = `
        import { Vpc, Peering, Service, ReadReplicaSet } from "pulumi-clouddb";
        import { service } from "pulumi-clouddb/provider";
        import { startEmulator } from "pulumi-clouddb/emulator";
        console.log([Vpc, Peering, Service, ReadReplicaSet, startEmulator].map((one) => typeof one).join(), typeof service.check);`;
    expect(run(script, "module").trim()).toBe("function,function,function,function,function function");
});

test("the provider's entry loads neither resources, functions, emulator nor testing, nor the SDK where no engine listens", () => {
    const script = `
        require("pulumi-clouddb/provider");
        console.log(JSON.stringify(Object.keys(require.cache)));`;
    const loaded = JSON.parse(run(script, "commonjs")) as string[];
    const dist = path.resolve(__dirname, "..", "..", "dist");
    const own = loaded
        .filter((file) => file.startsWith(dist))
        .map((file) => path.relative(dist, file).split(path.sep)[0]);
    expect([...new Set(own)].sort()).toEqual(["api", "clock.js", "lifecycle", "provider", "version.js"]);
    const foreign = loaded
        .filter((file) => file.includes("node_modules"))
        .map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
    expect([...new Set(foreign)].sort()).toEqual(["undici", "zod"]);
    expect(loaded.length).toBeLessThan(300);
});
