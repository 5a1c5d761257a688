// Concurrency: two stacks that use the same names, and two users of one stack.
import { rmSync } from "node:fs";
import path from "node:path";
import { startEmulator, type Emulator, type RequestEntry } from "../../src/emulator";
import { deploy, type DeployResult } from "../../src/engine";
import { fixtureProject } from "../support/fixtureProject";
import { scaledClock } from "../support/scaledClock";

jest.setTimeout(300_000);

const program = `"use strict";
const pulumi = require("@pulumi/pulumi");
const clouddb = require("pulumi-clouddb");
const regionCode = "us-east-1";
const net = new clouddb.Vpc("net", { name: "net", cidr: pulumi.getStack() === "one" ? "10.1.0.0/16" : "10.2.0.0/16", regionCode });
const db = new clouddb.Service("db", { name: "db", regionCode, cpuMillis: 1000, memoryGbs: 4, vpcId: net.id });
new clouddb.ReadReplicaSet("set", { name: "set", serviceId: db.id, nodes: 1, cpuMillis: 1000, memoryGbs: 4 });
`;

interface Stage {
    readonly emulator: Emulator;
    run(operation: "up" | "destroy", stack: string): Promise<DeployResult>;
}

async function withStacks(play: (stage: Stage) => Promise<void>): Promise<void> {
    // Slow enough that no request times out while it is kept.
    const clock = scaledClock(5);
    const emulator = await startEmulator({ clock, timeScale: 0.02, quirks: { backupAfterMs: 0 } });
    const folder = fixtureProject({ "index.js": program });
    const env = { ...clock.environment, CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token };
    const run: Stage["run"] = (operation, stack) => {
        const stateFile = path.join(folder, `${stack}.json`);
        return deploy({ operation, dir: folder, stack, stateFile, passphrase: "correct horse", env });
    };
    try {
        await play({ emulator, run });
    } finally {
        await emulator.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

const is = (endpoint: string) => (entry: RequestEntry) => entry.endpoint === endpoint;

/** Holds the first matching requests until enough have arrived; resolves when they are released. */
function together(emulator: Emulator, are: (entry: RequestEntry) => boolean, count: number): void {
    let waiting = 0;
    let open: (() => void) | undefined;
    const all = new Promise<void>((resolve) => (open = resolve));
    emulator.intercept({
        before(entry) {
            if (!are(entry)) return undefined;
            if (++waiting === count) open?.();
            return all;
        },
    });
}

const idsOf = ({ resources }: DeployResult) =>
    Object.fromEntries(resources.flatMap(({ urn, id }) => (id ? [[urn.split("::").at(-1)!, id]] : [])));

const existing = ({ world }: Emulator) => ({
    vpcs: [...world.vpcs.keys()].sort(),
    services: [...world.services.keys()].sort(),
    sets: [...world.services.values()].flatMap((one) => one.replica_sets.map(({ id }) => `${one.id}/${id}`)).sort(),
});

describe("two stacks whose programs give the same names", () => {
    test("each make their own, where neither could see the other's; and each destroys its own", () =>
        withStacks(async ({ emulator, run }) => {
            together(emulator, is("createVpc"), 2);
            together(emulator, is("createService"), 2);
            const [one, two] = await Promise.all([run("up", "one"), run("up", "two")]);
            expect([one.exitCode, two.exitCode]).toEqual([0, 0]);
            const [ours, theirs] = [idsOf(one), idsOf(two)];
            expect(existing(emulator)).toEqual({
                vpcs: [ours["net"], theirs["net"]].sort(),
                services: [ours["db"], theirs["db"]].sort(),
                sets: [ours["set"], theirs["set"]].sort(),
            });
            expect(ours["db"]).not.toBe(theirs["db"]);
            expect(await run("destroy", "one")).toMatchObject({ exitCode: 0 });
            expect(await run("up", "two")).toMatchObject({ exitCode: 0, changes: { same: 4 } });
            expect(existing(emulator)).toEqual({
                vpcs: [theirs["net"]],
                services: [theirs["db"]],
                sets: [theirs["set"]],
            });
        }));

    test("the later one is told by its id what has the name, and makes no second one", () =>
        withStacks(async ({ emulator, run }) => {
            const one = await run("up", "one");
            const [{ services, sets }, { db = "" }] = [existing(emulator), idsOf(one)];
            emulator.clearRequests();
            const two = await run("up", "two");
            expect(two.exitCode).not.toBe(0);
            const errors = two.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
            expect(errors.join("\n")).toContain(
                `There already is a service "db" in project ${emulator.projectId}: ${db}, created `,
            );
            // VPC names need not be unique.
            const changes = emulator.requests().filter(({ method }) => method !== "GET");
            expect(changes.map(({ endpoint }) => endpoint)).toEqual(["createVpc"]);
            expect(existing(emulator)).toMatchObject({ services, sets });
        }));
});

test("two users of one stack: the second is told that it is in use, and asks nothing of the API", () =>
    withStacks(async ({ emulator, run }) => {
        let second: Promise<unknown> | undefined;
        emulator.intercept({
            async before(entry) {
                if (second !== undefined || !is("createService")(entry)) return;
                const asked = emulator.requests().length;
                second = run("up", "one").catch((error: unknown) => error);
                expect(String(await second)).toMatch(/one\.json is in use by process \d+/);
                expect(emulator.requests()).toHaveLength(asked);
            },
        });
        expect(await run("up", "one")).toMatchObject({ exitCode: 0 });
        expect(second).toBeDefined();
        expect(existing(emulator).services).toHaveLength(1);
    }));
