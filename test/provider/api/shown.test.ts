// What an answer shows is read field by field.
import fc from "fast-check";
import type { AnswerOddity } from "../../../src/provider/api";
import { json } from "../../support/httpServer";
import { record, service, withClient } from "./support";

async function read(fields: object) {
    const oddities: AnswerOddity[] = [];
    const shown = await withClient(json(200, { ...record, ...fields }), (client) => client.services.get(service), {
        onOddity: (oddity) => oddities.push(oddity),
    });
    return { shown, oddities };
}

const plain = { cpuMillis: 500, memoryGbs: 2 };
const spec = (fields: object) => ({ resources: [{ spec: fields }] });

test.each<[string, object, object]>([
    ["a decimal text for a number", spec({ cpu_millis: "500", memory_gbs: " 2.0 " }), { resources: [{ spec: plain }] }],
    [
        "a text for the number of a port",
        { endpoint: { host: "h", port: "5432" } },
        { endpoint: { host: "h", port: 5432 } },
    ],
    ["a number for a text", { service_id: "s1", name: 7 }, { name: "7" }],
    ["a text for true", { forked_from: { is_standby: "True" } }, { forkedFrom: { isStandby: true } }],
    ["a number for false", { forked_from: { is_standby: 0 } }, { forkedFrom: { isStandby: false } }],
    ["a status in lower case", { status: "ready" }, { status: "READY" }],
    ["a type with spaces", { service_type: " postgres " }, { serviceType: "POSTGRES" }],
    ["an environment in another case", { metadata: { environment: "prod" } }, { metadata: { environment: "PROD" } }],
    ["an environment's long word", { metadata: { environment: "Production" } }, { metadata: { environment: "PROD" } }],
    ["a time in seconds", { created: 1_767_225_600 }, { created: "2026-01-01T00:00:00.000Z" }],
    ["a time in milliseconds", { created: "1767225600000" }, { created: "2026-01-01T00:00:00.000Z" }],
    [
        "an object for a list of one",
        { resources: { spec: { cpu_millis: 500, memory_gbs: 2 } } },
        { resources: [{ spec: plain }] },
    ],
    ["a list of one for an object", { endpoint: [{ host: "h", port: 1 }] }, { endpoint: { host: "h", port: 1 } }],
])("%s is read", async (_, fields, wanted) => {
    const { shown, oddities } = await read(fields);
    expect(shown).toMatchObject(wanted);
    expect(oddities.map(({ counts }) => counts)).toEqual(oddities.map(() => "as meant"));
    expect(oddities).not.toHaveLength(0);
});

test.each<[string, object, Partial<AnswerOddity>]>([
    [
        "a number",
        spec({ cpu_millis: "1_000" }),
        { path: "resources[].spec.cpu_millis", expected: "a number", found: 'the text "1_000"' },
    ],
    ["a list", { region_code: ["eu"] }, { path: "region_code", expected: "a text", found: "a list" }],
    [
        "a password, without the value",
        { initial_password: { text: "a" } },
        { path: "initial_password", found: "an object" },
    ],
    ["a number that JSON cannot carry", { name: 2 ** 60 }, { path: "name", expected: "a text" }],
])("a field that cannot be read is not shown, and named: %s", async (_, fields, oddity) => {
    const { shown, oddities } = await read(fields);
    expect(shown).toMatchObject({ serviceId: "s1", status: "READY" });
    expect(oddities).toMatchObject([
        { method: "GET", endpoint: expect.any(String) as string, counts: "as unreadable", ...oddity },
    ]);
});

test("a password that is a number is a secret text", async () => {
    const { shown, oddities } = await read({ initial_password: 12_345_678 });
    expect(shown.initialPassword).toBe("12345678");
    expect(JSON.stringify(oddities)).not.toContain("12345678");
});

test("a word that the contract does not have is kept, and named", async () => {
    const { shown, oddities } = await read({ status: "MIGRATING" });
    expect(shown.status).toBe("MIGRATING");
    expect(oddities).toMatchObject([{ path: "status", counts: "as unknown", found: 'the text "MIGRATING"' }]);
});

test("a list within a record that has an entry which may be a record does not tell what it contains", async () => {
    const set = { id: "r1", cpu_millis: 500, memory_gbs: 2, name: "reports", nodes: 1, status: "active" };
    const shown = async (read_replica_sets: unknown) => (await read({ read_replica_sets })).shown.readReplicaSets;
    expect(await shown([set, null, {}, 7])).toMatchObject([{ id: "r1" }]);
    expect(await shown([set, { ...set, id: undefined }])).toBeUndefined();
    expect(await shown([set, "r2"])).toBeUndefined();
    expect(await shown("none")).toBeUndefined();
});

const leaf = fc.oneof(
    fc.constantFrom(null, true, 7, "", "text", [], {}, [null], [7], { host: 7 }),
    fc.json().map((text) => JSON.parse(text) as unknown),
);

test("one field spoils no other, whatever it is", () =>
    fc.assert(
        fc.asyncProperty(
            fc.constantFrom("name", "status", "resources", "created", "endpoint", "metadata", "read_replica_sets"),
            leaf,
            async (field, value) => {
                const { shown } = await read({ initial_password: "p", [field]: value });
                const { initialPassword, projectId, regionCode, serviceId, serviceType } = shown;
                expect([initialPassword, projectId, regionCode, serviceId, serviceType]).toEqual([
                    "p",
                    "p1",
                    "eu",
                    "s1",
                    "POSTGRES",
                ]);
            },
        ),
        { numRuns: 200 },
    ));
