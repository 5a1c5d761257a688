import * as pulumi from "@pulumi/pulumi";
import { ReadReplicaSet, Service, type ServiceConnectionStringArgs } from "../../../src";
import { programError } from "../../../src/program/sdk";
import { settle } from "../functions/support/program";
import { outputFailures } from "../../support/outputFailure";

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
    const unset =
        "Pass it to connectionString, or set one, which changes it at the API (`password` or `generatePassword` of the service)";

    const late =
        "the API has not reported an address yet (its status is READY; a paused service may have none). `pulumi up --refresh` reads it again";

    const noPooler =
        'service "orders": it has no connection pooler. Set `connectionPooler: true` on the service, or use another `via`';

    /** What fails, what the API has not given, and the message. */
    const failing: readonly (readonly [expression: string, missing: readonly string[], message: string])[] = [
        [to(orders, {}), ["endpoint"], `service "orders": ${late}`],
        [to(orders, { via: "pooler" }), ["poolerEndpoint"], `service "orders": ${late}`],
        [to(orders, { via: "vpc" }), ["vpcEndpoint"], `service "orders": ${late}`],
        [to(orders, { via: "pooler" }), ["poolerEndpoint", "connectionPooler"], noPooler],
        [
            to(orders, { via: "vpc" }),
            ["vpcEndpoint", "vpcId"],
            'service "orders": it is not in a VPC. Set `vpcId` of the service, or use another `via`',
        ],
        [to(orders, {}), ["password"], `service "orders": its password is not known. ${unset}`],
        [
            `${orders}.connectionString({ user: pulumi.output(""), database: "tsdb" })`,
            [],
            'service "orders": user must not be empty',
        ],
        [
            to(readers, { password: "p", via: "pooler" }),
            ["poolerEndpoint", "connectionPooler"],
            'read replica set "readers": it has no connection pooler. Set `connectionPooler: true` on the set, or use another `via`',
        ],
        [
            to(readers, {}),
            [],
            'read replica set "readers": the given password is undefined. Pass another one, or set one on the service, which changes it at the API (`password` or `generatePassword`)',
        ],
    ];
    const knownInPreview =
        'new clouddb.Service("orders", { connectionPooler: false }).connectionString({ user: "a", database: "b", via: "pooler" })';

    let messages: readonly string[];
    beforeAll(async () => {
        const without = (missing: readonly string[]) =>
            Object.fromEntries(Object.entries(state).filter(([key]) => !missing.includes(key)));
        messages = await outputFailures([
            ...failing.map(([expression, missing]) => ({ expression, outputs: without(missing) })),
            { expression: knownInPreview, outputs: {}, preview: true },
        ]);
    });

    test.each(failing.map((row, n) => [...row, n] as const))("%s without %j", (_expression, _missing, message, n) =>
        expect(messages[n]).toBe(`connectionString of ${message}`),
    );

    test("what is known in a preview fails there", () =>
        expect(messages.at(-1)).toBe(`connectionString of ${noPooler}`));

    describe("at once, whatever is known", () => {
        const login = { user: "a", database: "b" };
        beforeEach(() => mock(state));

        test.each<[message: string, args: unknown]>([
            ["its arguments must be an object: { user, database }", undefined],
            ["user is required", { database: "b" }],
            ["database is required", { user: "a" }],
            ["sslmod is not an argument of it: did you mean sslmode?", { ...login, sslmod: "require" }],
            ["port is not an argument of it", { ...login, port: 1 }],
            ["user must not be empty", { ...login, user: "" }],
            ["user must be a string", { ...login, user: 5 }],
            ["user must be well-formed Unicode", { ...login, user: "\ud800" }],
            ["password must not be empty", { ...login, password: "" }],
            ["database must not contain a NUL character", { ...login, database: "a\0" }],
            [
                "sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full",
                { ...login, sslmode: "on" },
            ],
            ['via must be direct or pooler or vpc, not "poolr"', { ...login, via: "poolr" }],
            ['via must be direct or pooler or vpc, not "constructor"', { ...login, via: "constructor" }],
            [
                "via must be direct or pooler or vpc, not a value of another type, such as an output",
                { ...login, via: pulumi.output("vpc") },
            ],
        ])("%s", (message, args) => {
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
