// An invalid, expired or revoked key, a key of another project, and a missing profile: every operation fails with one
// clear error. Nothing counts as deleted, nothing is changed, and permanent errors are not waited for.
import { settleWindow } from "../../src/provider/lifecycle";
import { type PropertyMap, type Deployed, failureOf, type Type, UpFailed } from "../support/inProcess";
import { made, stack } from "../support/madeOnce";
import { contentsOf } from "../support/oneOfEach";

const region = "us-east-1";
const keyHint =
    "Is the API key right (`clouddb:apiKey`, the provider's or the profile's `apiKey`, or CLOUDDB_API_KEY)?";

beforeEach(() => stack.emulator.faults.clear());

/** An argument that changes in place, and one that is created anew. */
const changed: Readonly<Record<Type, PropertyMap>> = {
    Vpc: { name: "other" },
    Peering: { waitFor: "active" },
    PeeringActivation: { profile: "blue" },
    Service: { connectionPooler: true },
    ReadReplicaSet: { cpuMillis: 2000, memoryGbs: 8 },
};

const ofProject = (apiKey: string) => ({ "clouddb:apiKey": apiKey, "clouddb:projectId": stack.emulator.projectId });

/** The configuration of the process that meets it, what the API answers if not what it would, and what the error says. */
const troubles: readonly (readonly [
    what: string,
    config: () => Record<string, string>,
    answer: { readonly status: number; readonly body?: unknown } | undefined,
    says: readonly string[],
])[] = [
    ["a wrong key", () => ofProject("pat_wrong"), undefined, ["401 UNAUTHORIZED", keyHint]],
    [
        "a wrong key, and no project to go by",
        () => ({ "clouddb:apiKey": "pat_wrong" }),
        undefined,
        ["401 UNAUTHORIZED", keyHint],
    ],
    [
        "an expired key",
        () => ({}),
        { status: 401, body: { code: "TOKEN_EXPIRED", message: "The token has expired." } },
        ["401 TOKEN_EXPIRED The token has expired", keyHint],
    ],
    ["a key that is refused without a word", () => ({}), { status: 401 }, ["401", keyHint]],
    [
        "the key of another project",
        () => ofProject(stack.emulator.tokens[1]!.token),
        undefined,
        ["403 FORBIDDEN The token has no access to the project", "May the API key (`clouddb:apiKey`, "],
    ],
    [
        "the key of another project, of which the API does not even say that it exists",
        () => ({}),
        { status: 404, body: { message: "Not found." } },
        ["404 Not found", "may the API key see the project?"],
    ],
];

/** The outcome of each operation on each resource, in a separate process. */
async function operations(config: Record<string, string>) {
    const told: { operation: string; outcome: string }[] = [];
    for (const one of made) {
        const { type, name, args } = one;
        const apiKey = config["clouddb:apiKey"] ?? stack.emulator.token;
        const profiles = JSON.stringify({ blue: { apiKey } });
        const own = () => stack.beside({ "clouddb:profiles": profiles, ...config });
        const operations: Record<string, () => Promise<unknown>> = {
            refresh: () => own().refresh(one),
            "up that changes": () => own().up(type, name, { ...args, ...changed[type] }, one),
            "up that creates": () => own().up(type, "another", { ...args, ...("name" in args && { name: "another" }) }),
            ...(type === "PeeringActivation" ? {} : { destroy: () => own().destroy(one) }),
        };
        for (const [operation, work] of Object.entries(operations)) {
            const since = stack.clock.now();
            const outcome = await work().then(
                (result) => (result === undefined ? "GONE" : "DONE"),
                (error: unknown) => {
                    if (error instanceof UpFailed && operation === "up that creates")
                        expect(error.left).toBeUndefined();
                    return (error as Error).message;
                },
            );
            told.push({ operation: `${operation} ${type}`, outcome });
            const waited = stack.clock.now() - since > settleWindow;
            expect({ operation, waited }).toEqual({ operation, waited: false });
        }
    }
    return told;
}

test.each(troubles)("%s", async (_, config, answer, says) => {
    const before = contentsOf(stack);
    if (answer !== undefined)
        stack.emulator.faults.add({ path: "/projects*", count: null, do: { kind: "status", ...answer } });
    for (const { operation, outcome } of await operations(config())) {
        for (const words of says) expect(`${operation}: ${outcome}`).toContain(words);
        // One error, said once.
        expect(outcome.split(says[0]!).length - 1).toBe(1);
    }
    expect(contentsOf(stack)).toBe(before);
});

/** Every point at which a key may be revoked: before the first request, after each, until all are through. */
async function revokedAtEachRequest(work: () => Promise<unknown>): Promise<number> {
    for (let n = 0; n < 60; n++) {
        stack.emulator.faults.add({ after: n, count: null, do: { kind: "status", status: 401 } });
        const failure = await work().then(
            () => undefined,
            (error: unknown) => error as Error,
        );
        stack.emulator.faults.clear();
        if (failure === undefined) return n;
        expect(`${n}: ${failure.message}`).toContain(keyHint);
    }
    throw new Error("it never succeeds");
}

const named = (name: string) => [...stack.emulator.world.services.values()].filter((row) => row.name === name);

// In the middle of an up: test/provider/operations/steps, where an error comes at any request.
test("a key that is revoked in the middle of a refresh or a destroy, at any request: nothing counts as gone", async () => {
    const operations: Record<string, (one: Deployed) => Promise<unknown>> = {
        refresh: (one) => stack.beside().refresh(one),
        destroy: (one) => stack.beside().destroy(one),
    };
    for (const [operation, work] of Object.entries(operations)) {
        const one = await stack.up("Service", `to-${operation}`, { regionCode: region });
        const points = await revokedAtEachRequest(async () => {
            const result = await work(one);
            if (operation === "refresh") expect(result).toMatchObject({ id: one.id });
        });
        expect(points).toBeGreaterThan(0);
        expect(named(one.name).length).toBe(operation === "refresh" ? 1 : 0);
    }
});

test.each(["red", "constructor", "__proto__"])(
    "the profile %j is not there: every operation says so",
    async (profile) => {
        const before = contentsOf(stack);
        const said = `There is no profile "${profile}" (there are blue). Add it with \`pulumi config set`;
        const own = () => stack.beside({ "clouddb:profiles": '{"blue":{"apiKey":"k"}}' });
        stack.emulator.clearRequests();
        for (const one of made) {
            const { type, name } = one;
            const args = { ...one.args, profile };
            const stored = { ...one, outs: { ...one.outs, profile } };
            for (const work of [
                () => own().check(type, name, args),
                () => own().up(type, name, args, one),
                () => own().refresh(stored),
                ...(type === "PeeringActivation" ? [] : [() => own().destroy(stored)]),
            ]) {
                expect((await failureOf(work())).message).toContain(said);
            }
        }
        expect(stack.emulator.requests()).toEqual([]);
        expect(contentsOf(stack)).toBe(before);
    },
);
