import { noRecords } from "../../src/api";
import { json, type Handler } from "../support/httpServer";
import { apiErrorOf, withClient } from "./support";

const service = { projectId: "p1", serviceId: "s1" };
const record = {
    created: "2026-01-01T00:00:00Z",
    name: "orders",
    project_id: "p1",
    region_code: "eu",
    resources: [{ id: "r", spec: { cpu_millis: 500, memory_gbs: 2, volume_type: "gp3" } }],
    service_id: "s1",
    service_type: "POSTGRES",
    status: "READY",
};
const get = (body: object) => withClient(json(200, body), (client) => client.services.get(service));

describe("a record", () => {
    it("is given in our words, at any depth", async () => {
        expect(await get(record)).toEqual({
            created: "2026-01-01T00:00:00Z",
            name: "orders",
            projectId: "p1",
            regionCode: "eu",
            resources: [{ id: "r", spec: { cpuMillis: 500, memoryGbs: 2, volumeType: "gp3" } }],
            serviceId: "s1",
            serviceType: "POSTGRES",
            status: "READY",
        });
    });

    it("may have empty texts where it might have none", async () => {
        const nothing = { host: "", port: 0, vpc_id: "" };
        const empty = {
            ...record,
            resources: [{ id: "", spec: { volume_type: "" } }],
            initial_password: "",
            metadata: { environment: "" },
            vpc_endpoint: nothing,
            vpcEndpoint: { host: "h" },
            forked_from: { service_id: "", project_id: "" },
        };
        expect(await get(empty)).toMatchObject({
            resources: [{ spec: {} }],
            metadata: {},
            vpcEndpoint: { port: 0 },
            forkedFrom: {},
        });
        expect(Object.values(await get(empty))).not.toContain("");
        const peering = { id: "p", peer_account_id: "", peer_region_code: "r", peer_vpc_id: "v" };
        const blank = { ...peering, error_message: "", provisioned_id: "", status: "" };
        await withClient(json(200, blank), async (client) => {
            const { projectId } = service;
            expect(await client.peerings.get({ projectId, vpcId: "v", peeringId: "p" })).toEqual({
                id: "p",
                peerAccountId: "",
                peerRegionCode: "r",
                peerVpcId: "v",
            });
        });
    });

    it("may have fields that nobody knows, which are left out", async () => {
        const strange = {
            ...record,
            colour: "red",
            resources: [{ colour: "red" }],
            endpoint: { host: "h", tls: true },
        };
        expect(await get(strange)).toMatchObject({ resources: [{}], endpoint: { host: "h" } });
        expect(JSON.stringify(await get(strange))).not.toMatch(/red|tls/);
    });

    it("has nothing where a field is null or missing", async () => {
        const service = await get({ ...record, endpoint: null, metadata: { environment: null }, vpc_endpoint: null });
        expect(Object.keys(service)).not.toContain("endpoint");
        expect(Object.keys(service)).not.toContain("vpcEndpoint");
        expect(service.metadata).toEqual({});
    });

    it("may have null for an empty list that has to be there", async () => {
        expect(await get({ ...record, resources: null, read_replica_sets: null })).toMatchObject({ resources: [] });
        expect(await get({ ...record, read_replica_sets: null })).not.toHaveProperty("readReplicaSets");
        await withClient(json(200, { logs: null, entries: null }), async (client) =>
            expect(await client.services.logs(service)).toEqual({ logs: [] }),
        );
    });

    it.each(["resources", "name"])("must have what the contract requires: %s", async (field) => {
        const { message } = await apiErrorOf(get({ ...record, [field]: undefined }));
        expect(message).toContain(`${field}: Invalid input`);
    });

    it("may have a status or a type that nobody knows yet", async () => {
        expect(await get({ ...record, status: "HIBERNATING", service_type: "GRAPH" })).toMatchObject({
            status: "HIBERNATING",
            serviceType: "GRAPH",
        });
    });

    it.each([
        ["the alias alone", { vpcEndpoint: { host: "old" } }, "old"],
        ["the alias beside null", { vpc_endpoint: null, vpcEndpoint: { host: "old" } }, "old"],
        ["both", { vpc_endpoint: { host: "new" }, vpcEndpoint: { host: "old" } }, "new"],
    ])("is read by the current name where there is one: %s", async (_, fields, host) => {
        expect((await get({ ...record, ...fields })).vpcEndpoint?.host).toBe(host);
    });

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
            const { projectId, serviceId } = service;
            expect(await client.services.list({ projectId })).toEqual(noRecords);
            expect(await client.identity.projects()).toEqual(noRecords);
            expect(await client.replicaSets.list({ projectId, serviceId })).toEqual(noRecords);
        }));

    it("that is null is no list", () =>
        withClient(json(200, null), async (client) => {
            const { projectId } = service;
            expect(await apiErrorOf(client.services.list({ projectId }))).toMatchObject({ kind: "unreadable" });
        }));

    it("a record of another resource is no answer", () =>
        withClient(json(200, { id: "v2", cidr: "10.0.0.0/16", name: "net", region_code: "us" }), async (client) => {
            const { projectId } = service;
            expect(await apiErrorOf(client.vpcs.get({ projectId, vpcId: "v1" }))).toMatchObject({ kind: "contract" });
            expect(await client.vpcs.get({ projectId, vpcId: "v2" })).toMatchObject({ id: "v2" });
        }));

    it.each<[string, Handler]>([
        ["an object", json(200, {})],
        ["a text", json(200, "none")],
    ])("that is %s breaks the contract", (_, handler) =>
        withClient(handler, async (client) => {
            const { projectId } = service;
            expect(await apiErrorOf(client.services.list({ projectId }))).toMatchObject({ kind: "contract" });
        }),
    );
});

describe("an answer that may be empty", () => {
    const text =
        (body: string): Handler =>
        (_, response) =>
            void response.writeHead(202, { "content-type": "text/plain" }).end(body);

    it.each<[string, Handler]>([
        ["nothing", json(204)],
        ["an empty body", json(200)],
        ["a text", text("Accepted")],
        ["half of a record", text('{"service_id": "s1"')],
        ["null", json(202, null)],
        ["a list", json(202, [record])],
        ["a message", json(202, { message: "resizing" })],
    ])("gives nothing for %s", (_, handler) =>
        withClient(handler, async (client) => {
            await expect(client.services.start(service)).resolves.toBeUndefined();
            await expect(client.services.delete(service)).resolves.toBe(true);
        }),
    );

    it.each([200, 201, 202, 207])("gives the record where there is one (%d)", (status) =>
        withClient(json(status, record), async (client) => {
            expect(await client.services.start(service)).toMatchObject({ serviceId: "s1", status: "READY" });
        }),
    );
});
