import fc from "fast-check";
import { assertNoUnreadable } from "../../../src/provider/api";
import { json } from "../../support/httpServer";
import { apiErrorOf, record as good, service, withClient } from "./support";

const listed = (body: unknown) => withClient(json(200, body), (client) => client.services.list({ projectId: "p1" }));
const noId = "service_id: it shows no id that can be read";

/** What a function throws. */
const thrown = (work: () => unknown): Promise<unknown> => Promise.resolve().then(work);

describe("a list that repeats an id", () => {
    const set = { id: "r1", cpu_millis: 500, memory_gbs: 2, name: "reports", nodes: 1, status: "active" };

    it("gives that record once, and another one that is an id alone", async () => {
        const list = await listed([good, "s2", { ...good, service_id: "s3" }, good, "s2", good]);
        expect(list.records.map(({ serviceId }) => serviceId)).toEqual(["s1", "s3"]);
        expect(list.unreadable.map(({ id }) => id)).toEqual(["s2", "s2"]);
    });

    it("gives what has no id, or shares only a part of its identity, as often as it is there", async () => {
        const list = await listed([
            { name: "a" },
            { name: "a" },
            { ...good, id: "p1" },
            { ...good, service_id: "s2", id: "p1" },
        ]);
        expect(list.records.map(({ serviceId }) => serviceId)).toEqual(["s1", "s2"]);
        expect(list.unreadable).toHaveLength(2);
    });

    it("gives the records within a record once as well", async () => {
        const sets = [set, { ...set, id: "r2" }, set, { ...set, id: "r2" }];
        const { records } = await listed([{ ...good, read_replica_sets: sets }]);
        expect(records[0]?.readReplicaSets?.map(({ id }) => id)).toEqual(["r1", "r2"]);
        const own = await withClient(json(200, [set, set]), (client) => client.replicaSets.list(service));
        expect(own.records).toHaveLength(1);
    });
});

describe("a list in which a record breaks the contract", () => {
    it("gives the others, and tells of that one", async () => {
        const bad = { ...good, service_id: undefined, name: "theirs" };
        const list = await listed([good, bad, { ...good, service_id: "s3" }]);
        expect(list.records.map(({ serviceId }) => serviceId)).toEqual(["s1", "s3"]);
        expect(list.unreadable).toMatchObject([{ name: "theirs", detail: `[1].${noId}` }]);
    });

    it.each<[string, unknown, object]>([
        ["an id alone", "s0", { id: "s0" }],
        ["a record whose id and name are of another type", { ...good, service_id: {}, name: ["orders"] }, {}],
        ["a record with an empty id", { ...good, service_id: "" }, { name: "orders" }],
        ["a record without an id, and of one field that nobody knows", { colour: "red" }, {}],
    ])("may have %s in it", async (_, bad, known) => {
        const list = await listed([bad, good]);
        expect(list.records.map(({ serviceId }) => serviceId)).toEqual(["s1"]);
        const { detail, error, ...given } = list.unreadable[0]!;
        const said = JSON.parse(JSON.stringify(given)) as object;
        expect(said).toEqual(known);
        expect(detail).toMatch(/^\[0\]/);
        expect(error.message).toContain(detail);
    });

    it.each([[null], [{}], [[]], [7], [true], [""]])("may have %j in it, which is nothing", async (odd) =>
        expect(await listed([odd, good])).toMatchObject({ records: [{ serviceId: "s1" }], unreadable: [] }),
    );

    it("gives every record that can be read, in its order, and counts the others", () =>
        fc.assert(
            fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (readable) => {
                const ids = readable.map((_, index) => `s${index}`);
                const records = readable.map((well, index) => ({
                    ...good,
                    service_id: well ? ids[index] : null,
                    name: ids[index],
                }));
                const list = await listed(records);
                expect(list.records.map(({ serviceId }) => serviceId)).toEqual(
                    ids.filter((_, index) => readable[index]),
                );
                const lacking = list.unreadable.map(({ name }) => name);
                expect(lacking).toEqual(ids.filter((_, index) => !readable[index]));
            }),
            { numRuns: 20 },
        ));

    it("is no answer to whoever needs all of it", async () => {
        const list = await listed([{ ...good, name: "the\nirs", service_id: undefined }]);
        const error = await apiErrorOf(thrown(() => assertNoUnreadable(list)));
        expect(error).toMatchObject({ kind: "contract", method: "GET", status: 200, outcomeUnknown: false });
        expect(error.message).toBe(
            "GET /projects/p1/services returned 200, but the response violates the API contract: " +
                `[0].${noId} (name "the\\nirs")`,
        );
    });

    it("is one to whoever needs others", async () => {
        const list = await listed([good, "s2"]);
        expect(assertNoUnreadable(list, ({ id }) => id === "s1")).toBe(list.records);
        const needed = thrown(() => assertNoUnreadable(list, ({ id }) => id === "s2"));
        expect((await apiErrorOf(needed)).message).toContain("id s2");
    });

    it("tells no secret that stands in a record's name", () =>
        withClient(json(200, [{ name: "hunter2-hunter2" }]), async (client) => {
            client.keepSecret("hunter2-hunter2");
            const list = await client.services.list({ projectId: "p1" });
            expect((await apiErrorOf(thrown(() => assertNoUnreadable(list)))).message).not.toContain("hunter2");
        }));
});
