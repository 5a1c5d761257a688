import * as pulumi from "@pulumi/pulumi";
import { ReadReplicaSet, Service, type ServiceConnectionStringArgs } from "../../src";
import { programError } from "../../src/program/runtime";
import { settle } from "../functions/support/program";
import { outputFailures } from "../support/outputFailure";

/** What the API would have given the resources. */
const state: Record<string, unknown> = {
    endpoint: { host: "db.example", port: 5432 },
    poolerEndpoint: { host: "pool.example", port: 6432 },
    vpcEndpoint: { host: "10.0.0.7", port: 5432, vpcId: "v" },
    password: "p@ss/word",
    status: "READY",
    connectionPooler: true,
    vpcId: "v",
};

async function mock(outputs: Record<string, unknown>, preview = false) {
    await pulumi.runtime.setMocks(
        {
            newResource: ({ inputs, name }) => ({ id: name, state: { ...(inputs as object), ...outputs } }),
            call: () => ({}),
        },
        "project",
        "stack",
        preview,
    );
}

const service = () => new Service("orders", { name: "orders" });
const set = () =>
    new ReadReplicaSet("readers", { name: "readers", serviceId: "s", nodes: 1, cpuMillis: 1000, memoryGbs: 4 });

test.each<[ServiceConnectionStringArgs["via"], string]>([
    [undefined, "db.example:5432"],
    ["direct", "db.example:5432"],
    ["pooler", "pool.example:6432"],
    ["vpc", "10.0.0.7:5432"],
])("of a service, via %s: a secret", async (via, address) => {
    await mock(state);
    expect(await settle(service().connectionString({ user: "app", database: "tsdb", via }))).toEqual({
        value: `postgresql://app:p%40ss%2Fword@${address}/tsdb?sslmode=require`,
        known: true,
        secret: true,
    });
});

test("another user with a password of its own, another sslmode", async () => {
    await mock(state);
    const uri = service().connectionString({
        user: pulumi.output("reader"),
        database: Promise.resolve("tsdb"),
        password: pulumi.secret("other"),
        sslmode: "verify-full",
    });
    expect((await settle(uri)).value).toBe("postgresql://reader:other@db.example:5432/tsdb?sslmode=verify-full");
});

test("of a read replica set, with the password of its service", async () => {
    await mock(state);
    const { password } = service();
    expect(await settle(set().connectionString({ user: "app", database: "tsdb", password }))).toEqual({
        value: "postgresql://app:p%40ss%2Fword@db.example:5432/tsdb?sslmode=require",
        known: true,
        secret: true,
    });
    const pooled = set().connectionString({ user: "app", database: "tsdb", password, via: "pooler" });
    expect((await settle(pooled)).value).toContain("@pool.example:6432/");
});

test.each(["direct", "pooler", "vpc"] as const)(
    "in a preview of a service to come, via %s: unknown and secret",
    async (via) => {
        await mock({}, true);
        const uri = service().connectionString({ user: "app", database: "tsdb", via });
        expect(await settle(uri)).toMatchObject({ known: false, secret: true });
    },
);

describe("messages", () => {
    const orders = 'new clouddb.Service("orders", { name: "orders" })';
    const readers =
        'new clouddb.ReadReplicaSet("readers", { name: "readers", serviceId: "s", nodes: 1, cpuMillis: 1, memoryGbs: 1 })';
    const to = (resource: string, args: object) =>
        `${resource}.connectionString(${JSON.stringify({ user: "app", database: "tsdb", ...args })})`;
    const unset = "Set one (`password` or `generatePassword` of the service), or pass it to connectionString";

    const late =
        "the API has not reported an address yet (its status is READY; a paused service may have none). `pulumi up --refresh` reads it again";

    const noPooler =
        'service "orders": it has no connection pooler. Set `connectionPooler: true` on the service, or use another `via`';

    /** What is missing, the output, and its message. */
    const failing: readonly (readonly [what: string, without: string[], expression: string, message: string])[] = [
        ["no address yet", ["endpoint"], to(orders, {}), `service "orders": ${late}`],
        [
            "no address of the pooler yet",
            ["poolerEndpoint"],
            to(orders, { via: "pooler" }),
            `service "orders": ${late}`,
        ],
        ["no address in the VPC yet", ["vpcEndpoint"], to(orders, { via: "vpc" }), `service "orders": ${late}`],
        ["no pooler", ["poolerEndpoint", "connectionPooler"], to(orders, { via: "pooler" }), noPooler],
        [
            "no VPC",
            ["vpcEndpoint", "vpcId"],
            to(orders, { via: "vpc" }),
            'service "orders": it is not in a VPC. Set `vpcId` of the service, or use another `via`',
        ],
        ["no password", ["password"], to(orders, {}), `service "orders": its password is not known. ${unset}`],
        [
            "an empty user",
            [],
            `${orders}.connectionString({ user: pulumi.output(""), database: "tsdb" })`,
            'service "orders": user must not be empty',
        ],
        [
            "no pooler of a set",
            ["poolerEndpoint", "connectionPooler"],
            to(readers, { password: "p", via: "pooler" }),
            'read replica set "readers": it has no connection pooler. Set `connectionPooler: true` on the set, or use another `via`',
        ],
        [
            "no password for a set",
            [],
            to(readers, {}),
            'read replica set "readers": the given password is undefined. Set one on the service (`password` or `generatePassword`)',
        ],
    ];
    const knownInPreview =
        'new clouddb.Service("orders", { connectionPooler: false }).connectionString({ user: "a", database: "b", via: "pooler" })';

    let messages: readonly string[];
    beforeAll(async () => {
        const without = (missing: string[]) =>
            Object.fromEntries(Object.entries(state).filter(([key]) => !missing.includes(key)));
        messages = await outputFailures([
            ...failing.map(([, missing, expression]) => ({ expression, outputs: without(missing) })),
            { expression: knownInPreview, outputs: {}, preview: true },
        ]);
    });

    test.each(failing.map(([what, , , message], n) => [what, n, message] as const))("%s", (_what, n, message) =>
        expect(messages[n]).toBe(`connectionString of ${message}`),
    );

    test("what is known in a preview fails there", () =>
        expect(messages.at(-1)).toBe(`connectionString of ${noPooler}`));

    describe("at once, whatever is known", () => {
        const login = { user: "a", database: "b" };
        beforeEach(() => mock(state));

        test.each<[string, unknown, string]>([
            ["nothing", undefined, "its arguments must be an object"],
            ["no user", { database: "b" }, "user is required"],
            ["no database", { user: "a" }, "database is required"],
            [
                "a misspelt argument",
                { ...login, sslmod: "require" },
                "sslmod is not an argument of it: did you mean sslmode?",
            ],
            ["a strange argument", { ...login, port: 1 }, "port is not an argument of it"],
            ["an empty user", { ...login, user: "" }, "user must not be empty"],
            ["a number for a user", { ...login, user: 5 }, "user must be a string"],
            ["half a character", { ...login, user: "\ud800" }, "user must be well-formed Unicode"],
            ["an empty password", { ...login, password: "" }, "password must not be empty"],
            ["NUL", { ...login, database: "a\0" }, "database must not contain a NUL character"],
            [
                "no sslmode",
                { ...login, sslmode: "on" },
                "sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full",
            ],
            ["no such way", { ...login, via: "poolr" }, 'via must be direct or pooler or vpc, not "poolr"'],
            [
                "a way of all objects",
                { ...login, via: "constructor" },
                'via must be direct or pooler or vpc, not "constructor"',
            ],
            [
                "an output for a way",
                { ...login, via: pulumi.output("vpc") },
                "via must be direct or pooler or vpc, not a value of another type, such as an output",
            ],
        ])("%s", (_what, args, message) => {
            const call = () => service().connectionString(args as ServiceConnectionStringArgs);
            expect(call).toThrow(new Error(`connectionString of service "orders": ${message}`));
        });

        test("a replica set is in no VPC", () => {
            expect(() => set().connectionString({ ...login, password: "p", via: "vpc" as "direct" })).toThrow(
                new Error('connectionString of read replica set "readers": via must be direct or pooler, not "vpc"'),
            );
        });

        test("without a stack, which Node would colour for longer than a deployment takes", () => {
            const error = programError("what is wrong", new Error("why"));
            expect([error.stack, (error.cause as Error).message]).toEqual(["", "why"]);
            expect(pulumi.RunError.isInstance(error)).toBe(true);
        });
    });
});
