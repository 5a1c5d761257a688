// A damaged, truncated or incompatible stored state: either everything works, or each operation reports the problem and
// changes nothing.
import { type PropertyMap, failureOf, type Type } from "../support/inProcess";
import { made as all, stack } from "../support/madeOnce";
import { contentsOf, type Made } from "../support/oneOfEach";

/** The outcome of every operation for a state: its message, undefined if it worked, and the endpoints that it asked. */
async function everyOperation({ type, name, id, args }: Made, outs: PropertyMap) {
    const provider = stack.provider(type);
    const other = { ...args, ...(type === "PeeringActivation" ? { profile: "none" } : { onNameConflict: "ignore" }) };
    const operations: Record<string, () => Promise<unknown>> = {
        "diff with the same program": () => provider.diff(id, outs, stack.inputs(type, name, args)),
        "diff with another program": () => provider.diff(id, outs, stack.inputs(type, name, other)),
        read: () => provider.read(id, outs),
        update: () => provider.update(id, outs, stack.inputs(type, name, args)),
        delete: () => provider.delete(id, outs),
    };
    const told: { operation: string; message: string | undefined; asked: string[] }[] = [];
    for (const [operation, work] of Object.entries(operations)) {
        stack.emulator.clearRequests();
        const failure = await work().then(
            () => undefined,
            (error: unknown) => error as Error,
        );
        // Only errors for the user have no stack.
        if (failure !== undefined) expect(failure.stack).not.toContain("\n    at ");
        const asked = stack.emulator.requests().map(({ endpoint, path }) => endpoint ?? path);
        told.push({ operation, message: failure?.message, asked });
    }
    return told;
}

const hiddenOf = (outs: PropertyMap) => outs["__clouddb"] as PropertyMap;
const withHidden = (change: PropertyMap) => (outs: PropertyMap) => ({
    ...outs,
    __clouddb: { ...hiddenOf(outs), ...change },
});
const replaced = (hidden: unknown) => (outs: PropertyMap) => ({ ...outs, __clouddb: hidden });
const but = (change: PropertyMap) => (outs: PropertyMap) => ({ ...outs, ...change });
/** A value that one type of resource cannot do without. */
const ofType = (type: Type, key: string, value: unknown, problem: string): Damage => [
    `a ${type} whose ${key} is ${JSON.stringify(value)}`,
    but({ [key]: value }),
    problem,
    type,
];

type Damage = readonly [what: string, damage: (outs: PropertyMap) => PropertyMap, problem: string, type?: Type];
const damages: readonly Damage[] = [
    ["no bookkeeping", replaced(undefined), "__clouddb is required"],
    ["a text for bookkeeping", replaced("lost"), "__clouddb must be an object"],
    ["empty bookkeeping", replaced({}), "__clouddb.version is required"],
    ["bookkeeping cut off", withHidden({ version: undefined }), "__clouddb.version is required"],
    ["a version of 0", withHidden({ version: 0 }), "__clouddb.version must be at least 1"],
    ["a version in words", withHidden({ version: "1" }), "__clouddb.version must be a number"],
    ["no list of what was given", withHidden({ arguments: undefined }), "__clouddb.arguments is required"],
    ["numbers for what was given", withHidden({ arguments: [1] }), "__clouddb.arguments[0] must be a string"],
    ["an object for what is assumed", withHidden({ assumed: {} }), "__clouddb.assumed must be an array"],
    ["a text for what is kept", withHidden({ observed: "x" }), "__clouddb.observed must be an object"],
    ["a number for the URN", withHidden({ urn: 5 }), "__clouddb.urn must be a string"],
    ["a list for the time of creation", withHidden({ createdAt: [1] }), "__clouddb.createdAt must be a number"],
    ["a text for what is unfinished", withHidden({ unfinished: "yes" }), "__clouddb.unfinished must be a boolean"],
    ["a text for a spelling", withHidden({ spellings: { name: "x" } }), "__clouddb.spellings.name must be an object"],
    ["no outputs", (outs) => ({ __clouddb: outs["__clouddb"] }), "is required"],
    ["no project", but({ projectId: undefined }), "projectId is required"],
    ["a project that is null", but({ projectId: null }), "projectId is required"],
    ofType("Vpc", "cidr", undefined, "cidr is required"),
    ofType("Vpc", "regionCode", 7, "regionCode must be a string"),
    ofType("Peering", "vpcId", null, "vpcId is required"),
    ofType("Peering", "peerVpcId", {}, "peerVpcId must be a string"),
    ofType("PeeringActivation", "peeringId", undefined, "peeringId is required"),
    ofType("Service", "regionCode", undefined, "regionCode is required"),
    ofType("Service", "regionCode", ["us-east-1"], "regionCode must be a string"),
    ofType("Service", "name", 5, "name must be a string"),
    ofType("Service", "deletionProtection", undefined, "deletionProtection must be a boolean"),
    ofType("Service", "deletionProtection", "false", "deletionProtection must be a boolean"),
    ofType("ReadReplicaSet", "serviceId", undefined, "serviceId is required"),
    ofType("ReadReplicaSet", "nodes", "2", "nodes must be a number"),
];
const readsAnew = new Set(["no bookkeeping", "empty bookkeeping", "bookkeeping cut off"]);

const cases = damages.map(([what, ...rest]) => [what, rest] as const);
test.each(cases)("%s: every operation says so, and sends nothing", async (what, [damage, problem, type]) => {
    const before = contentsOf(stack);
    for (const made of all.filter((one) => type === undefined || one.type === type)) {
        const outs = JSON.parse(JSON.stringify(damage(made.outs))) as PropertyMap;
        for (const { operation, message, asked } of await everyOperation(made, outs)) {
            // A state without metadata is treated like a lookup (`Class.get`): a refresh writes it again.
            if (operation === "read" && readsAnew.has(what)) {
                expect({ type: made.type, message }).toEqual({ type: made.type, message: undefined });
                continue;
            }
            expect({ operation, asked }).toEqual({ operation, asked: [] });
            expect(message).toMatch(/^The stored state is damaged: /);
            expect(message).toContain(
                `${problem}. Nothing was changed. Import an earlier version of it (\`pulumi stack export --version\`, \`pulumi stack import\`), or remove the resource from the state with \`pulumi state delete URN\` and `,
            );
            expect(message).toMatch(
                made.type === "PeeringActivation" ? /create it again\.$/ : /adopt the .* with `adopt`\.$/,
            );
        }
    }
    expect(contentsOf(stack)).toBe(before);
});

test.each([3, 4, 99, 2.5, Number.MAX_SAFE_INTEGER])(
    "a state of the newer version %s is left alone by every operation, which says to upgrade",
    async (version) => {
        const before = contentsOf(stack);
        for (const made of all) {
            const newer = withHidden({ version, arguments: { another: "shape" }, observed: 1 })(made.outs);
            for (const { message, asked } of await everyOperation(made, newer)) {
                expect(message).toMatch(
                    /^The stored state was written by a newer version of pulumi-clouddb .* Nothing was changed\. Upgrade the package/,
                );
                expect(asked).toEqual([]);
            }
        }
        expect(contentsOf(stack)).toBe(before);
    },
);

test("what an older version did not store, and what another one of the same format adds, is no damage", async () => {
    for (const { type, id, name, args, outs } of all) {
        const { version, arguments: given } = hiddenOf(outs);
        const provider = stack.provider(type);
        for (const stored of [
            replaced({ version, arguments: given })(outs),
            withHidden({ another: { thing: [1] } })(outs),
        ]) {
            stack.emulator.clearRequests();
            await provider.diff(id, stored, stack.inputs(type, name, args));
            expect(stack.emulator.requests()).toEqual([]);
            expect(await provider.read(id, stored)).toMatchObject({ id });
        }
    }
});

test("an output named as a member of every object is no argument", async () => {
    for (const made of all)
        for (const name of ["hasOwnProperty", "constructor", "toString"]) {
            const read = await stack.provider(made.type).read(made.id, { ...made.outs, [name]: 0 });
            expect(read).toMatchObject({ id: made.id });
        }
});

test("outputs of the wrong type that decide nothing are seen anew", async () => {
    const db = all.find(({ type }) => type === "Service")!;
    const wrong = { replicaCount: "1", endpoint: "x", status: 7, created: {}, paused: "no", vpcId: 5, cpuMillis: [] };
    const read = await stack.refresh({ ...db, outs: { ...db.outs, ...wrong } });
    expect(read!.outs).toEqual((await stack.refresh(db))!.outs);
    const count = { ...db.outs, syncReplicaCount: { toString: {} } };
    const diff = await stack.provider("Service").diff(db.id, count, stack.inputs("Service", db.name, db.args));
    expect(diff).toMatchObject({ replaces: [] });
});

test("an id that is none is refused, and asks for nothing but what the project has", async () => {
    const before = contentsOf(stack);
    const collections = [/^getCallerIdentity$/, /^list/];
    for (const made of all) {
        for (const id of ["..", "a/../b", "a/b/c", "%2e%2e", "a?b", "", "a\nb", "\\"]) {
            for (const { operation, message, asked } of await everyOperation({ ...made, id }, made.outs)) {
                if (operation.startsWith("diff")) continue; // It compares, and asks for nothing.
                if (made.type === "PeeringActivation" && operation === "delete") continue; // It deletes nothing.
                expect(message).toEqual(expect.any(String));
                expect(asked.filter((one) => !collections.some((pattern) => pattern.test(one)))).toEqual([]);
            }
        }
    }
    expect(contentsOf(stack)).toBe(before);
    const { message } = await failureOf(stack.refresh({ ...all[0]!, id: ".." }));
    expect(message).toContain("must be an id: it contains one of / \\ ? # %, or is . or ..");
});
