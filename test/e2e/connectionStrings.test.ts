import { parse } from "pg-connection-string";
import { scenario } from "./support/scenario";

jest.setTimeout(180_000);

const resources = (service: string, rest = "") => `
    const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
    const db = new clouddb.Service("db", { regionCode: "us-east-1", ${service} });
    const set = new clouddb.ReadReplicaSet("set", {
        serviceId: db.id, nodes: 1, cpuMillis: 1000, memoryGbs: 4, connectionPooler: true,
    });
    ${rest}`;

const odd = {
    user: `re:ad/er@?#[1]%20 "ü"`,
    database: `täb le@:&=+$,;!'()*`,
    password: `p@ss:w/o?r#d%41 [x]{y}|^\`<>"'\\日本💾`,
};

/** Parses a string into the arguments; `sslmode` is taken from the query only, without certificates. */
function read(text: unknown) {
    expect(text).toEqual(expect.stringMatching(/^postgresql:\/\//));
    const { user, password, host, port, database } = parse(String(text).replace(/\?sslmode=.*$/, ""));
    return { user, password, host, port: Number(port), database };
}

scenario("each way of a connection string, with any characters, is read as it was meant", async (stage) => {
    const { stack, program, emulator } = stage;
    const login = `{ user: ${JSON.stringify(odd.user)}, database: ${JSON.stringify(odd.database)} }`;
    program(
        resources(
            `connectionPooler: true, vpcId: net.id, password: ${JSON.stringify(odd.password)}`,
            `const login = ${login};
            exports.endpoints = {
                direct: db.endpoint, pooler: db.poolerEndpoint, vpc: db.vpcEndpoint,
                setDirect: set.endpoint, setPooler: set.poolerEndpoint,
            };
            exports.strings = {
                direct: db.connectionString(login),
                pooler: db.connectionString({ ...login, via: "pooler" }),
                vpc: db.connectionString({ ...login, via: "vpc", sslmode: "verify-full" }),
                setDirect: set.connectionString({ ...login, password: db.password }),
                setPooler: set.connectionString({ ...login, password: db.password, via: "pooler" }),
            };`,
        ),
    );
    // In a preview they are unknown, which is no failure.
    expect(await stack.run("preview")).toMatchObject({ exitCode: 0 });
    const up = await stack.run("up");
    expect(up).toMatchObject({ exitCode: 0 });
    const { endpoints, strings } = (await stack.outputs()) as {
        endpoints: Record<string, { host: string; port: number }>;
        strings: Record<string, string>;
    };
    const [row] = [...emulator.world.services.values()];
    expect(row!.password).toBe(odd.password);
    expect(new Set(Object.values(endpoints).map(({ host, port }) => `${host}:${port}`)).size).toBe(5);
    for (const [way, { host, port }] of Object.entries(endpoints)) {
        expect([way, read(strings[way])]).toEqual([way, { ...odd, host, port }]);
        expect(strings[way]).toMatch(way === "vpc" ? /\?sslmode=verify-full$/ : /\?sslmode=require$/);
    }
    const told = JSON.stringify([up.printed, await stack.deployment("stored")]);
    for (const secret of [...Object.values(strings), encodeURIComponent(odd.password)])
        expect(told).not.toContain(secret);
});

const hopeless: Readonly<Record<string, readonly [service: string, call: string, message: string]>> = {
    "a pooler that is off": [
        "connectionPooler: false",
        'db.connectionString({ user: "a", database: "b", via: "pooler" })',
        'connectionString of service "db": it has no connection pooler. Set `connectionPooler: true` on the service, or use another `via`',
    ],
    "a pooler that the program does not ask for": [
        "",
        'db.connectionString({ user: "a", database: "b", password: "c", via: "pooler" })',
        'connectionString of service "db": it has no connection pooler. Set `connectionPooler: true` on the service, or use another `via`',
    ],
    "a VPC that the program does not ask for": [
        "",
        'db.connectionString({ user: "a", database: "b", password: "c", via: "vpc" })',
        'connectionString of service "db": it is not in a VPC. Set `vpcId` of the service, or use another `via`',
    ],
    "a way that there is not": [
        "",
        'set.connectionString({ user: "a", database: "b", password: "c", via: "vpc" })',
        'connectionString of read replica set "set": via must be direct or pooler, not "vpc"',
    ],
    "an empty user": [
        "",
        'db.connectionString({ user: "", database: "b" })',
        'connectionString of service "db": user must not be empty',
    ],
};

for (const [what, [service, call, message]] of Object.entries(hopeless)) {
    scenario(`${what} is told in the preview already, and nothing is made`, async (stage) => {
        stage.program(resources(service, `exports.url = ${call};`));
        const preview = await stage.stack.run("preview");
        expect(preview).toMatchObject({ exitCode: 1, diagnostics: [{ severity: "error", urn: "", message }] });
        expect(stage.calls()).toEqual([]);
    });
}

scenario("what only the API's answer shows is told by the up", async (stage) => {
    const { stack, program, emulator } = stage;
    const { id } = emulator.create.service({ name: "db", region_code: "us-east-1" });
    const adopted = (call: string) =>
        program(`const db = new clouddb.Service("db", { regionCode: "us-east-1", adopt: "${id}" });
            exports.url = db.connectionString(${call});`);
    for (const [call, message] of [
        [
            `{ user: "a", database: "b" }`,
            "its password is not known. Set one (`password` or `generatePassword` of the service), or pass it to connectionString",
        ],
        [
            `{ user: "a", database: "b", password: "c", via: "pooler" }`,
            "it has no connection pooler. Set `connectionPooler: true` on the service, or use another `via`",
        ],
        [
            `{ user: "a", database: "b", password: "c", via: "vpc" }`,
            "it is not in a VPC. Set `vpcId` of the service, or use another `via`",
        ],
    ] as const) {
        adopted(call);
        const up = await stack.run("up");
        const said = { severity: "error", urn: "", message: `connectionString of service "db": ${message}` };
        expect(up).toMatchObject({ exitCode: 1, diagnostics: [said] });
    }
    adopted(`{ user: "a", database: "b", password: "c" }`);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
});
