// Whatever happens, the output `password` is the one that works: the emulator knows which that is.
import { ApiError, type EndpointName } from "../../../src/provider/api";
import type { Fault } from "../../../src/emulator";
import { fault, stack } from "../../support/eachStack";
import { type Deployed, upFailureOf } from "../../support/inProcess";

const working = ({ id }: Deployed) => stack.emulator.world.services.get(id)?.password;
const password = ({ outs }: Deployed) => outs["password"] as string;
const up = (args: Record<string, unknown>, old?: Deployed) => stack.up("Service", "db", args, old);
const lost = (endpoint: EndpointName, when: "before" | "after", more: Partial<Fault> = { count: null }) =>
    fault(endpoint, { kind: "drop", when }, more);
const settings = () => stack.calls().filter((call) => call === "updateServicePassword");

/** An `up` after which the password that is told works. */
async function works(args: Record<string, unknown>, old?: Deployed): Promise<Deployed> {
    stack.emulator.clearRequests();
    const deployed = await up(args, old);
    expect(password(deployed)).toBe(working(deployed));
    return deployed;
}

test("the initial one, until another is set", async () => {
    const db = await works({});
    expect(db.outs["initialPassword"]).toBe(password(db));
    const given = await works({ password: "given" }, db);
    expect(given.outs).toMatchObject({ password: "given", initialPassword: db.outs["initialPassword"] });
});

test("a generated one is strong, and stays as it is", async () => {
    const db = await works({ generatePassword: true });
    expect(password(db)).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(password(db)).not.toBe(db.outs["initialPassword"]);
    const again = await works({ generatePassword: true, environment: "PROD" }, db);
    expect(password(again)).toBe(password(db));
    expect(settings()).toEqual([]);
    const refreshed = await stack.refresh(again);
    expect(refreshed?.outs).toEqual(again.outs);
    expect(await stack.diff(refreshed!, { generatePassword: true, environment: "PROD" })).toMatchObject({
        changes: false,
    });
    const other = await stack.up("Service", "other", { generatePassword: true });
    expect(password(other)).not.toBe(password(db));
});

test("a new version makes a generated one anew, in place", async () => {
    const next = { generatePassword: true, passwordVersion: "2027" };
    const first = await works({ ...next, passwordVersion: 1 });
    const second = await works(next, first);
    expect(stack.calls()).toEqual(["updateServicePassword"]);
    expect(password(second)).not.toBe(password(first));
    expect(await stack.diff(second, next)).toMatchObject({ changes: false });
});

test("a new version sets a given one anew, so that one that was changed elsewhere works again", async () => {
    const db = await works({ password: "given", passwordVersion: 1 });
    stack.emulator.world.services.get(db.id)!.password = "changed elsewhere";
    expect(await stack.diff(db, { password: "given", passwordVersion: 1 })).toMatchObject({ changes: false });
    await works({ password: "given", passwordVersion: 2 }, db);
    expect(stack.calls()).toEqual(["updateServicePassword"]);
});

test("initial, generated, given, generated, given, removed", async () => {
    let db = await works({});
    const seen = [password(db)];
    const generated = { generatePassword: true };
    for (const args of [generated, { password: "one" }, generated, { password: "two" }]) {
        db = await works(args, db);
        expect(seen).not.toContain(password(db));
        seen.push(password(db));
    }
    db = await works({}, db);
    expect(password(db)).toBe("two");
    expect(stack.calls()).toEqual([]);
});

describe("a create whose answer was lost", () => {
    // With a generated name: createOnce.test.ts.
    beforeEach(() => void lost("createService", "after", {}));

    test("with a name that the program gives: it may be another one's, so none is set", async () => {
        const db = await up({});
        expect([stack.calls(), password(db)]).toEqual([["createService"], undefined]);
        expect(await stack.diff(db, {})).toMatchObject({ changes: false });
    });

    test.each([{ password: "given" }, { generatePassword: true }])(
        "with a name and %j: it fails with the id, and the next up sets it",
        async (args) => {
            const { message, left } = await upFailureOf(up(args));
            expect(message).toContain("so its password was not changed. If it is yours, run `pulumi up` again");
            expect([stack.calls(), stack.emulator.world.services.has(left!.id)]).toEqual([["createService"], true]);
            const db = await works(args, left);
            expect(settings()).toHaveLength(1);
            expect(await stack.diff(db, args)).toMatchObject({ changes: false });
        },
    );
});

// Of a given one: steps.test.ts.
test.each(["before", "after"] as const)("an answer lost %s the work to setting a generated one", async (when) => {
    const db = await works({});
    lost("updateServicePassword", when, {});
    const after = await works({ generatePassword: true }, db);
    expect(await stack.diff(after, { generatePassword: true })).toMatchObject({ changes: false });
});

test("one that was accepted and then failed is set again by the next up", async () => {
    const db = await works({});
    stack.emulator.faults.add({ do: { kind: "fail" }, endpoint: "updateServicePassword" });
    const { message, left } = await upFailureOf(up({ password: "given" }, db));
    expect(message).toContain("setting the password failed");
    stack.emulator.drift(db.id, { status: "READY" });
    const after = await works({ password: "given" }, left ?? db);
    expect(password(after)).toBe("given");
});

test("a rotation of which no answer comes fails; the next up sets it for good", async () => {
    const rotate = (passwordVersion: number) => ({ generatePassword: true, passwordVersion });
    const db = await works(rotate(1));
    const loss = lost("updateServicePassword", "after");
    const { left } = await upFailureOf(up(rotate(2), db));
    expect(await stack.diff(left!, rotate(2))).toMatchObject({ changes: true });
    stack.emulator.faults.remove(loss);
    await works(rotate(2), left);
});

describe("a refusal of a change", () => {
    const doubt = "Either the old or the new password may be in force; the next `pulumi up` sets it again";
    const after = { password: "two" };
    const refusedWith = (status: number, when: "before" | "after") =>
        fault("updateServicePassword", { kind: "status", status, body: { message: "no" }, when }, { count: null });

    test.each([400, 401, 403, 404, 409, 422, 429, 500, 503])(
        "with %d: the error says what is not known, and the next up, of either program, makes it certain",
        async (status) => {
            for (const when of ["before", "after"] as const) {
                for (const next of [{ password: "one" }, after]) {
                    const db = await works({ password: "one" });
                    const refusal = refusedWith(status, when);
                    const { message, left } = await upFailureOf(up(after, db));
                    expect(message).toContain(doubt);
                    stack.emulator.faults.remove(refusal);
                    expect(await stack.diff(left!, next)).toMatchObject({ changes: true });
                    await stack.destroy(await works(next, left));
                }
            }
        },
    );

    test("with a generated one, after the work: the next up generates another", async () => {
        const db = await works({});
        const refusal = refusedWith(400, "after");
        const { message, left } = await upFailureOf(up({ generatePassword: true }, db));
        expect(message).toContain(doubt);
        stack.emulator.faults.remove(refusal);
        await works({}, left);
    });

    test("that was never sent: the old one is in force", async () => {
        const db = await works({ password: "one" });
        const about = { kind: "transport", method: "POST", path: "/p", outcomeUnknown: false } as const;
        const notSent = new ApiError("POST /p failed: connect ECONNREFUSED", about);
        const { services } = stack.runtime.connections.client(undefined);
        Object.assign(services, { updatePassword: () => Promise.reject(notSent) });
        const { message, left } = await upFailureOf(up(after, db));
        expect(message).toBe(`service ${db.id}: setting the password failed: ${notSent.message}.`);
        expect(await stack.diff(left!, { password: "one" })).toMatchObject({ changes: false });
    });

    test("a call that was accepted and of which no end is seen is told the same way", async () => {
        const db = await works({ password: "one" });
        stack.emulator.faults.add({ do: { kind: "fail" }, endpoint: "updateServicePassword" });
        const { message } = await upFailureOf(up(after, db));
        expect(message).toContain(doubt);
    });

    test("nothing is told where a later attempt was accepted", async () => {
        const db = await works({ password: "one" });
        fault("updateServicePassword", { kind: "status", status: 409, when: "after" }, { count: 2 });
        stack.emulator.faults.add({ do: { kind: "status", status: 400 }, endpoint: "resizeService", count: null });
        const { message } = await upFailureOf(up({ ...after, cpuMillis: 2000, memoryGbs: 8 }, db));
        expect(message).not.toContain("password");
    });
});

describe("a call of which nobody knows whether it has worked, and then the arguments of before", () => {
    test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
        ["a given one", { password: "one" }, { password: "two" }],
        [
            "a new version",
            { generatePassword: true, passwordVersion: 1 },
            { generatePassword: true, passwordVersion: 2 },
        ],
        ["a generated one, removed", {}, { generatePassword: true }],
        ["a given one, removed", {}, { password: "one" }],
    ])("%s: what is told works again", async (_what, before, after) => {
        for (const when of ["before", "after"] as const) {
            const db = await works(before);
            const loss = lost("updateServicePassword", when);
            const { left } = await upFailureOf(up(after, db));
            stack.emulator.faults.remove(loss);
            expect(await stack.diff(left!, before)).toMatchObject({ changes: true });
            await stack.destroy(await works(before, left));
        }
    });
});

test.each([{}, { password: "given" }, { generatePassword: true }])(
    "adopted with %j: known only if set",
    async (args) => {
        const { id } = stack.emulator.create.service({ name: "db" });
        const db = await up({ adopt: id, ...args });
        const isSet = Object.keys(args).length > 0;
        expect(password(db)).toBe(isSet ? working(db) : undefined);
        expect(stack.calls()).toEqual(isSet ? ["updateServicePassword"] : []);
    },
);

test.each([{}, { password: "given" }, { generatePassword: true }])("of a fork, with %j", async (args) => {
    const parent = await stack.up("Service", "parent", { password: "of the parent" });
    stack.emulator.finish();
    const forked = { forkFrom: { serviceId: parent.id, strategy: "NOW" }, ...args };
    const fork = await works(forked);
    expect(working(parent)).toBe("of the parent");
    expect(await stack.diff(fork, forked)).toMatchObject({ changes: false });
});

test("none is told in a row, a warning or an error", async () => {
    const first = await works({ password: "planted-one", passwordVersion: 1 });
    fault("updateServicePassword", { kind: "status", status: 400, body: { message: "planted-two is too weak" } });
    const failed = await upFailureOf(up({ password: "planted-two", passwordVersion: 1 }, first));
    expect(failed.message).toContain("400");
    const generated = await works({ generatePassword: true }, failed.left);
    const said = JSON.stringify([failed.message, stack.lines, stack.warnings]);
    for (const secret of ["planted-one", "planted-two", password(generated), String(first.outs["initialPassword"])]) {
        expect(said).not.toContain(secret);
    }
});
