import { noRecords } from "../../../src/provider/api";
import { json, type Handler } from "../../support/httpServer";
import { apiErrorOf, record, service, text, withClient } from "./support";

const { projectId } = service;
const get = (body: object) => withClient(json(200, body), (client) => client.services.get(service));

describe("a record", () => {
    const ours = {
        created: "2026-01-01T00:00:00Z",
        name: "orders",
        projectId: "p1",
        regionCode: "eu",
        resources: [{ id: "r", spec: { cpuMillis: 500, memoryGbs: 2, volumeType: "gp3" } }],
        serviceId: "s1",
        serviceType: "POSTGRES",
        status: "READY",
    };
    const empty = {
        resources: [{ id: "", spec: { volume_type: "" } }],
        initial_password: "",
        metadata: { environment: "" },
        vpc_endpoint: { host: "", port: 0, vpc_id: "" },
        forked_from: { service_id: "", project_id: "" },
    };

    it.each<[string, object, object]>([
        ["in our words, at any depth", {}, {}],
        [
            "without texts that are empty where there might be none",
            empty,
            { resources: [{ spec: {} }], metadata: {}, vpcEndpoint: { port: 0 }, forkedFrom: {} },
        ],
        [
            "without fields that nobody knows",
            { colour: "red", resources: [{ colour: "red" }], endpoint: { host: "h", tls: true } },
            { resources: [{}], endpoint: { host: "h" } },
        ],
        ["without null", { endpoint: null, metadata: { environment: null }, vpc_endpoint: null }, { metadata: {} }],
        ["without another list that is null", { read_replica_sets: null }, {}],
        [
            "with a status or a type that nobody knows yet",
            { status: "HIBERNATING", service_type: "GRAPH" },
            { status: "HIBERNATING", serviceType: "GRAPH" },
        ],
        ["by an alias alone", { vpcEndpoint: { host: "old" } }, { vpcEndpoint: { host: "old" } }],
        [
            "by an alias beside null",
            { vpc_endpoint: null, vpcEndpoint: { host: "old" } },
            { vpcEndpoint: { host: "old" } },
        ],
        [
            "by the current name beside an alias",
            { vpc_endpoint: { host: "new" }, vpcEndpoint: { host: "old" } },
            { vpcEndpoint: { host: "new" } },
        ],
    ])("is given %s", async (_, fields, changes) =>
        expect(await get({ ...record, ...fields })).toStrictEqual({ ...ours, ...changes }),
    );

    it("of a peering may have empty texts where it might have none", () => {
        const required = { id: "p", peer_account_id: "1", peer_region_code: "r", peer_vpc_id: "v" };
        const blank = { ...required, error_message: "", provisioned_id: "", status: "" };
        return withClient(json(200, blank), async (client) =>
            expect(await client.peerings.get({ projectId, vpcId: "v", peeringId: "p" })).toStrictEqual({
                id: "p",
                peerAccountId: "1",
                peerRegionCode: "r",
                peerVpcId: "v",
            }),
        );
    });

    it("of the logs may have null for an empty list", () =>
        withClient(json(200, { logs: null, entries: null }), async (client) =>
            expect(await client.services.logs(service)).toEqual({}),
        ));

    it.each(["resources", "name", "status"])("may lack what the contract requires: %s", async (field) => {
        for (const nothing of [undefined, null, "", " "])
            expect(await get({ ...record, [field]: nothing })).toStrictEqual(
                Object.fromEntries(Object.entries(ours).filter(([name]) => name !== field)),
            );
    });

    it("must have its id", async () => {
        const { message } = await apiErrorOf(get({ ...record, service_id: undefined }));
        expect(message).toContain("it shows no service_id that can be read");
    });

    it("must be the one that was asked for", () =>
        withClient(json(200, { id: "v2", cidr: "10.0.0.0/16", name: "net", region_code: "us" }), async (client) => {
            expect(await apiErrorOf(client.vpcs.get({ projectId, vpcId: "v1" }))).toMatchObject({ kind: "contract" });
            expect(await client.vpcs.get({ projectId, vpcId: "v2" })).toMatchObject({ id: "v2" });
        }));

    const apiKey = {
        created: "2026-01-01T00:00:00Z",
        issuing_user: { id: "1", name: "n", email: "e" },
        name: "ci",
        project: { id: "p1", name: "main", plan_type: "free" },
        public_key: "pk",
    };
    it.each([{ api_key: apiKey }, { apiKey }])("of the caller is read by either name", (key) =>
        withClient(json(200, { type: "apiKey", ...key }), async (client) => {
            expect(await client.identity.whoami()).toMatchObject({
                type: "apiKey",
                apiKey: { issuingUser: { id: "1" }, project: { id: "p1", planType: "free" }, publicKey: "pk" },
            });
        }),
    );
});

describe("a list", () => {
    it("that is empty has nothing in it", () =>
        withClient(json(200, []), async (client) => {
            expect(await client.services.list({ projectId })).toEqual(noRecords);
            expect(await client.identity.projects()).toEqual(noRecords);
            expect(await client.replicaSets.list(service)).toEqual(noRecords);
        }));

    it.each([
        ["null", null, "unreadable"],
        ["an object", {}, "contract"],
        ["a text", "none", "contract"],
    ])("that is %s is none", (_, body, kind) =>
        withClient(json(200, body), async (client) =>
            expect(await apiErrorOf(client.services.list({ projectId }))).toMatchObject({ kind }),
        ),
    );
});

describe("an answer that may be empty", () => {
    it.each<[string, Handler]>([
        ["nothing", json(204)],
        ["an empty body", json(200)],
        ["a text", text(202, "Accepted")],
        ["half of a record", text(202, '{"service_id": "s1"')],
        ["null", json(202, null)],
        ["a list", json(202, [record, record])],
        ["a message", json(202, { message: "resizing" })],
    ])("gives nothing for %s", (_, handler) =>
        withClient(handler, async (client) => {
            await expect(client.services.start(service)).resolves.toBeUndefined();
            await expect(client.services.delete(service)).resolves.toBe(true);
        }),
    );

    it("gives the record in a list of one", () =>
        withClient(json(202, [record]), async (client) => {
            expect(await client.services.start(service)).toMatchObject({ serviceId: "s1", status: "READY" });
        }));

    it.each([200, 201, 202, 207])("gives the record where there is one (%d)", (status) =>
        withClient(json(status, record), async (client) => {
            expect(await client.services.start(service)).toMatchObject({ serviceId: "s1", status: "READY" });
        }),
    );
});
