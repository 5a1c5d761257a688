import * as clouddb from "../../src";
import { endpoints, type EndpointName } from "../../src/provider/api";
import { inProgram } from "../program/functions/support/program";
import { type PropertyMap, type Deployed, Stack, type Type } from "../support/inProcess";
import { textOf } from "./support/pages";

const rows = [...textOf("docs/endpoints.md").matchAll(/^\| (GET|POST|DELETE) +\| `([^`]+)` +\| (.+?) +\|$/gm)].map(
    ([, verb, where, by]) => ({
        endpoint: `${verb} ${where}`,
        deeds: deedsIn(by!),
    }),
);

/** The actions that a row names: `getVpc`, `Vpc`, `Vpc (delete)`, `Vpc.get`, `Vpc: name`. */
function deedsIn(by: string): string[] {
    const [, type, args] = /^`(\w+)`: (.+)$/.exec(by) ?? [];
    if (args !== undefined) return args.split(", ").map((name) => `${type}: ${name.replaceAll("`", "")}`);
    return [...by.matchAll(/`(\w+)`(?: \(([^)]+)\))?/g)].flatMap(([, thing, how]) =>
        how === undefined
            ? [thing!]
            : how.split(", ").map((way) => (way.startsWith("`") ? way.replaceAll("`", "") : `${thing} (${way})`)),
    );
}

const nameOf = new Map(
    Object.entries(endpoints).map(([name, { verb, path: where }]) => [`${verb} ${where}`, name as EndpointName]),
);

/** The endpoints that each action called. */
const seen = new Map<string, ReadonlySet<EndpointName | undefined>>();
let stack: Stack;

/** Runs an action alone, after all caches have expired. */
async function deed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    await stack.clock.sleep(60_000);
    stack.emulator.finish();
    stack.emulator.clearRequests();
    const result = await work();
    seen.set(name, new Set(stack.emulator.requests().map(({ endpoint }) => endpoint)));
    return result;
}

/** Creates, refreshes and looks up a resource, and then changes each argument and back; `base` is always set. */
async function live(
    type: Type,
    base: PropertyMap,
    changes: readonly (readonly [argument: string, there: PropertyMap, back: PropertyMap])[] = [],
) {
    const name = type.toLowerCase();
    let made = await deed(type, () => stack.up(type, name, base));
    await deed(`${type} (refresh)`, () => stack.refresh(made));
    await deed(`${type}.get`, () => stack.provider(type).read(made.id, { __clouddb: {} }));
    for (const [argument, there, back] of changes) {
        await deed(`${type}: ${argument}`, async () => {
            made = await stack.up(type, name, { ...base, ...there }, made);
            made = await stack.up(type, name, { ...base, ...back }, made);
        });
    }
    return made;
}

const die = (made: Deployed) => deed(`${made.type} (delete)`, () => stack.destroy(made));

beforeAll(async () => {
    stack = await Stack.start({ timeScale: 0.01, lenient: true });
    const region = { regionCode: "us-east-1" };
    const cidr = "10.0.0.0/16";
    const net = await live("Vpc", { cidr, ...region }, [["name", { name: "other" }, { name: "vpc" }]]);
    const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
    const peering = await live("Peering", { vpcId: net.id, ...peer });
    stack.emulator.drift(String(peering.outs["peeringId"]), { status: "active" });
    const active = await live("PeeringActivation", { peeringId: peering.id });
    const size = { cpuMillis: 1000, memoryGbs: 4 };
    const generated = { generatePassword: true };
    const db = await live("Service", { ...region, ...size, deletionProtection: false }, [
        ["cpuMillis", { cpuMillis: 2000 }, {}],
        ["memoryGbs", { memoryGbs: 8 }, {}],
        ["paused", { paused: true }, { paused: false }],
        ["vpcId", { vpcId: net.id }, {}],
        ["connectionPooler", { connectionPooler: true }, {}],
        ["password", { password: "open sesame" }, {}],
        ["generatePassword", generated, generated],
        ["passwordVersion", { ...generated, passwordVersion: 2 }, generated],
        ["environment", { environment: "PROD" }, { environment: "DEV" }],
        ["replicaCount", { replicaCount: 2 }, { replicaCount: 2 }],
        ["syncReplicaCount", { replicaCount: 2, syncReplicaCount: 1 }, { replicaCount: 2 }],
    ]);
    const forkFrom = { serviceId: db.id, strategy: "NOW" };
    const fork = await deed("Service: forkFrom", () => stack.up("Service", "fork", { forkFrom }));
    const set = await live("ReadReplicaSet", { serviceId: db.id, nodes: 1, ...size }, [
        ["cpuMillis", { cpuMillis: 2000 }, {}],
        ["memoryGbs", { memoryGbs: 8 }, {}],
        ["connectionPooler", { connectionPooler: true }, {}],
        ["environment", { environment: "PROD" }, { environment: "DEV" }],
    ]);

    await inProgram({ baseUrl: stack.emulator.url, apiKey: stack.emulator.token });
    await deed("getCallerIdentity", () => clouddb.getCallerIdentity());
    await deed("getProjects", () => clouddb.getProjects());
    await deed("getVpcs", () => clouddb.getVpcs());
    await deed("getVpc", () => Promise.all([clouddb.getVpc({ id: net.id }), clouddb.getVpc({ name: "vpc" })]));
    await deed("getPeerings", () => clouddb.getPeerings({ vpcId: net.id }));
    await deed("getPeering", () => clouddb.getPeering({ id: peering.id }));
    await deed("getServices", () => clouddb.getServices());
    await deed("getService", () =>
        Promise.all([clouddb.getService({ id: db.id }), clouddb.getService({ name: "service" })]),
    );
    await deed("getReadReplicaSets", () => clouddb.getReadReplicaSets({ serviceId: db.id }));
    await deed("getServiceLogs", () => clouddb.getServiceLogs({ serviceId: db.id, limit: 1 }));

    await stack.destroy(fork);
    for (const one of [set, db, active, peering, net]) await die(one);
});
afterAll(() => stack.stop());

test("every endpoint has one row, in the order of the contract", () => {
    expect(rows.map(({ endpoint }) => endpoint)).toEqual([...nameOf.keys()]);
});

test.each(rows)("$endpoint is reached by each of $deeds", ({ endpoint, deeds }) => {
    expect(deeds).not.toEqual([]);
    for (const one of deeds) {
        expect([one, [...(seen.get(one) ?? [])]]).toEqual([
            one,
            expect.arrayContaining([nameOf.get(endpoint)]) as unknown,
        ]);
    }
});

test("whatever changes something is in the row of what it asks of the API, and in no other", () => {
    const changing = (name: EndpointName | undefined) => name !== undefined && endpoints[name].verb !== "GET";
    const done = [...seen].map(([name, asked]) => [name, [...asked].filter(changing).sort()]);
    const told = [...seen.keys()].map((name) => {
        const named = rows.filter(({ deeds }) => deeds.includes(name)).map(({ endpoint }) => nameOf.get(endpoint));
        return [name, named.filter(changing).sort()];
    });
    expect(done).toEqual(told);
});
