import { parse } from "pg-connection-string";
import { scenario } from "./support/scenario";

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
