// A record without a readable id: who needs it is told so, and nothing is taken for gone; nobody else is troubled by it.
import type { EndpointName, ServiceRecord } from "../../../src/provider/api";
import { serviceReader } from "../../../src/provider/lifecycle";
import { fault, stack } from "../../support/eachStack";
import { type Deployed, failureOf, upFailureOf } from "../../support/inProcess";

const region = "us-east-1";
const instead = (endpoint: EndpointName, body: unknown) =>
    fault(endpoint, { kind: "garbage", body: JSON.stringify(body) }, { count: null });
const notFound = (endpoint: EndpointName) =>
    fault(endpoint, { kind: "status", status: 404, body: { message: "none" } }, { count: null });
const project = () => stack.runtime.connections.project(undefined, stack.emulator.projectId);

const theirs = { service_id: {}, name: "theirs" };
const unreadable = (id: string) => ({ ...record(id), service_id: {} });
const record = (id: string) => ({
    created: "2026-01-01T00:00:00Z",
    name: id,
    project_id: "p1",
    region_code: region,
    resources: [],
    service_id: id,
    service_type: "POSTGRES",
    status: "READY",
});

describe("somebody else's", () => {
    // That it keeps nothing of another name from being created is in test/rules/creation.
    test("keeps a service of its name from being created: it may be what an interrupted one has left", async () => {
        instead("listServices", [{ ...theirs, name: "orders" }]);
        const { message } = await upFailureOf(stack.up("Service", "orders", { regionCode: region }));
        expect(message).toContain('a record (without an id) that may be the service "orders"');
        expect(stack.emulator.world.services.size).toBe(0);
    });

    test("ends nobody's read", async () => {
        const services = serviceReader(await project());
        instead("listServices", [record("a"), theirs, record("b")]);
        const [a, b] = await Promise.all([services.read("a"), services.read("b")]);
        expect([a?.serviceId, b?.serviceId]).toEqual(["a", "b"]);
    });

    test("ends nobody else's wait", async () => {
        const services = serviceReader(await project());
        instead("listServices", [record("a"), "b"]);
        const until = (id: string) =>
            services.until<ServiceRecord>(id, {
                look: (one) => one,
                deadline: stack.clock.now() + 60_000,
                timedOut: () => new Error("time is up"),
            });
        const [a, b] = await Promise.all([until("a"), failureOf(until("b"))]);
        expect(a.serviceId).toBe("a");
        expect(b.message).toContain("it is no record");
    });
});

// That of a replica set is in readReplicaSet.test.ts.
describe("one's own is not gone", () => {
    const service = (): Deployed => {
        const { id } = stack.emulator.create.service({ name: "orders" });
        const outs = {
            projectId: stack.emulator.projectId,
            deletionProtection: false,
            __clouddb: { v: 1, urn: id, given: [] },
        };
        return { type: "Service", name: "orders", id, inputs: {}, outs };
    };

    test.each(["getService", "listServices"] as const)("when %s cannot read it", async (endpoint) => {
        const own = service();
        const bad = unreadable(own.id);
        // A list may have the ids alone.
        instead("listServices", [own.id]);
        if (endpoint === "getService") instead("getService", bad);
        else notFound("getService");
        expect((await failureOf(stack.refresh(own))).message).toContain("violates the API contract");
    });

    test("in a refresh of many, where it is the only one that fails", async () => {
        const own = service();
        const other = service();
        instead("listServices", [own.id, record(other.id)]);
        notFound("getService");
        const [first, second] = await Promise.allSettled([stack.refresh(own), stack.refresh(other)]);
        expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
        // The list that the two have shared says the same to who comes later.
        expect((await failureOf(stack.refresh({ ...own, name: "again" }))).message).toContain("it is no record");
    });
});
