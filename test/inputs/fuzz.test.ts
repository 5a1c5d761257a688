// For any program, state or configuration, the provider succeeds or fails with a message for the user. There are no
// internal errors, no prototype pollution, and no requests outside of the project.
import fc from "fast-check";
import { UserError } from "../../src/provider/lifecycle";
import { connectionOf, readSettings, settingNames } from "../../src/provider/config/settings";
import type { PropertyMap } from "../support/inProcess";
import { made as all, stack } from "../support/madeOnce";
import type { Made } from "../support/oneOfEach";
import { type Type, types } from "../support/types";
import { anyJson, bagOf, damaged, hostileText, times } from "./support/arbitraries";

let made: ReadonlyMap<Type, Made>;
beforeAll(() => {
    made = new Map(all.map((one) => [one.type, one]));
    stack.emulator.clearRequests();
});
afterEach(() => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.getOwnPropertyNames({})).toEqual([]);
    expect(({} as PropertyMap)["x"]).toBeUndefined();
    // Whatever has an endpoint has its path, with an id in each place.
    const isStray = (path: string) => /%2f|%5c|\/\.{1,2}(\/|$)/i.test(path);
    const requests = stack.emulator.requests();
    expect(requests.filter(({ endpoint, path }) => endpoint === undefined || isStray(path))).toEqual([]);
    stack.emulator.clearRequests();
});

/** The result of `work`. An error must be one for the user: with a message and without a stack. */
async function answerOf<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
        return await work();
    } catch (error) {
        const { message, stack: trace } = error as Error;
        if (trace?.includes("\n    at ") !== false || message.trim() === "") throw error;
        expect(message).not.toMatch(/TypeError|RangeError|is not a function|is not iterable|\(reading '/);
        // Nothing that moves a terminal's cursor.
        expect(message).not.toMatch(/\p{Cc}/u);
        return undefined;
    }
}

interface Checked {
    readonly inputs: PropertyMap;
    readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

const urn = "urn:pulumi:dev::proj::t::thing";
const likely = fc.constantFrom(...types).chain((type) => {
    const all = {
        ...made.get(type)!.args,
        ...{ projectId: stack.emulator.projectId, profile: "blue", adopt: "x", onNameConflict: "ignore" },
        ...(type === "Service" && {
            ...{ environment: "DEV", forkFrom: { serviceId: "s", strategy: "NOW" }, passwordVersion: 1 },
            ...{ vpcId: "v", paused: false },
        }),
        __clouddb: { urn, timeouts: { create: "5m" }, removed: ["name"], preview: true },
    };
    return fc.record({ type: fc.constant(type), olds: bagOf(all), news: bagOf(all) });
});

/** Whether a failure is short, and begins as it should. Without a property, the reason begins with it. */
const isReadable = ({ property, reason }: Checked["failures"][number]) =>
    !/\p{Cc}/u.test(property + reason) &&
    property.length < 500 &&
    reason.length < (property === "" ? 800 : 300) &&
    (property === "" ? /^\S/ : /^[a-z]/).test(reason);

test("check takes any JSON", async () => {
    await fc.assert(
        fc.asyncProperty(likely, async ({ type, olds, news }) => {
            const answer = (await answerOf(() => stack.provider(type).check(olds, news))) as Checked | undefined;
            expect((answer?.failures ?? []).filter((failure) => !isReadable(failure))).toEqual([]);
        }),
        times(1500),
    );
    expect(stack.emulator.requests()).toEqual([]);
});

test("diff takes any JSON, as the state and as the program", async () => {
    const states = fc.constantFrom(...types).chain((type) =>
        fc.record({
            type: fc.constant(type),
            id: fc.oneof(fc.constant(made.get(type)!.id), hostileText),
            olds: fc.oneof(
                { weight: 3, arbitrary: damaged(made.get(type)!.outs) },
                { weight: 1, arbitrary: bagOf(made.get(type)!.outs) },
                { weight: 1, arbitrary: fc.constant(made.get(type)!.outs) },
            ),
            news: bagOf({ ...made.get(type)!.args, __clouddb: { urn } }),
        }),
    );
    await fc.assert(
        fc.asyncProperty(states, async ({ type, id, olds, news }) => {
            if (typeof olds !== "object" || olds === null || Array.isArray(olds)) return; // The wire has objects only.
            await answerOf(() => stack.provider(type).diff(id, olds, news));
        }),
        times(1500),
    );
    // A preview of a change looks whether the resource is there.
    expect(stack.emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a size of a damaged state that cannot become a text is an error for the user, or a plan", async () => {
    const { args, outs, id } = made.get("Service")!;
    const olds = { ...outs, cpuMillis: { toString: 0 }, memoryGbs: 4 };
    await answerOf(() =>
        stack.provider("Service").diff(id, olds, { ...args, memoryGbs: 8, cpuMillis: 2000, __clouddb: { urn } }),
    );
});

test("what check has let through can be created, whatever its texts are", async () => {
    const given = {
        Vpc: ["name", "regionCode"],
        Service: ["name", "regionCode", "password"],
        Peering: ["peerAccountId", "peerVpcId"],
    };
    const texts = fc.constantFrom(...(Object.keys(given) as (keyof typeof given)[])).chain((type) =>
        fc.record({
            type: fc.constant(type),
            texts: fc.array(hostileText, { minLength: 3, maxLength: 3 }),
            name: hostileText,
        }),
    );
    let created = 0;
    await fc.assert(
        fc.asyncProperty(texts, async ({ type, texts, name }) => {
            const args = made.get(type)!.args;
            const hostile = Object.fromEntries(given[type].map((key, index) => [key, texts[index]]));
            const news = { ...stack.inputs(type, name, {}), ...args, ...hostile };
            const checked = (await answerOf(() => stack.provider(type).check({}, news))) as Checked | undefined;
            if (checked === undefined || checked.failures.length > 0) return;
            const { inputs } = JSON.parse(JSON.stringify(checked)) as Checked;
            const plain = {
                ...inputs,
                ...(hostile["password"] === undefined ? {} : { password: hostile["password"] }),
            };
            if (JSON.stringify(plain).includes("04da6b54-80e4-46f7-96ec-b56ff0331ba9")) return; // Not in an `up`.
            const result = (await answerOf(() => stack.provider(type).create(plain))) as
                { id: string; outs: PropertyMap } | undefined;
            if (result === undefined) return;
            created++;
            if (hostile["name"] !== undefined) expect(result.outs).toMatchObject({ name: hostile["name"] });
            await stack.provider(type).delete(result.id, JSON.parse(JSON.stringify(result.outs)) as PropertyMap);
        }),
        times(150),
    );
    expect(created).toBeGreaterThan(5);
});

test("read, update and delete take any state, and any id", async () => {
    const states = fc.constantFrom(...types).chain((type) =>
        fc.record({
            type: fc.constant(type),
            id: fc.oneof(
                hostileText,
                fc.tuple(hostileText, hostileText).map(([a, b]) => `${a}/${b}`),
            ),
            outs: fc.oneof(fc.constant(made.get(type)!.outs as unknown), damaged(made.get(type)!.outs)),
        }),
    );
    const before = stack.emulator.world.services.size;
    await fc.assert(
        fc.asyncProperty(states, async ({ type, id, outs }) => {
            if (typeof outs !== "object" || outs === null || Array.isArray(outs)) return;
            const provider = stack.provider(type);
            await answerOf(() => provider.read(id, outs));
            await answerOf(() => provider.update(id, outs, stack.inputs(type, "thing", made.get(type)!.args)));
            await answerOf(() => provider.delete(id, outs));
        }),
        times(200),
    );
    expect(stack.emulator.world.services.size).toBe(before);
});

test("settings take any text, and tell none", () => {
    const canary = "planted-canary";
    const text = fc.oneof(
        hostileText,
        anyJson.map((value) => JSON.stringify(value)),
        fc.constantFrom(`{"${canary}`, canary),
    );
    const texts = fc.record(Object.fromEntries(settingNames.map((key) => [key, text])), { requiredKeys: [] });
    fc.assert(
        fc.property(texts, hostileText, (config, profile) => {
            try {
                const settings = readSettings((key) => config[key], {});
                connectionOf(settings, profile);
            } catch (error) {
                if (!(error instanceof UserError)) throw error;
                expect(error.message).not.toContain(canary);
                expect(error.message).not.toMatch(/\p{Cc}/u);
            }
        }),
        times(1000),
    );
});
