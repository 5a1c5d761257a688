// The native door, over real gRPC: what it adds to the operations, which both doors share.
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import * as statusMessages from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { startEmulator, VirtualClock, type Emulator } from "../../../src/emulator";
import { silentLog } from "../../../src/provider/dynamic/engineConnection";
import { ProviderRuntime } from "../../../src/provider/dynamic/providerRuntime";
import { Cancellation } from "../../../src/provider/native/cancellation";
import { functions } from "../../../src/provider/functions";
import { createHost } from "../../../src/provider/native/host";
import { serve } from "../../../src/provider/native/protocol";
import { textOf } from "../../docs/support/pages";

type Bag = Record<string, unknown>;

const clock = new VirtualClock();
let emulator: Emulator;
let client: ResourceProviderClient;
let cancellation: Cancellation;
let endAdvance: () => void;
/** A backend that is known, so that a leftover can be told. */
const environment = { PULUMI_BACKEND_URL: "s3://state" };
let endHost: () => void;
/** The URN of each line of progress. */
let rows: (string | undefined)[];
let warnings: string[];
beforeEach(async () => {
    emulator = await startEmulator({ clock, timeScale: 0.1 });
    endAdvance = clock.autoAdvance();
    await startHost({ autoName: "plain" });
});
afterEach(async () => {
    endAdvance();
    endHost();
    await emulator.stop();
});

async function startHost(config: Bag): Promise<void> {
    cancellation = new Cancellation();
    rows = [];
    warnings = [];
    const beforeMutation = () => Promise.resolve().then(() => cancellation.assertNone());
    const log = {
        ...silentLog,
        status: (row?: string) => {
            rows.push(row);
            return Promise.resolve();
        },
        warn: (_row?: string, text = "") => {
            warnings.push(text);
            return Promise.resolve();
        },
    };
    const runtime = new ProviderRuntime(cancellation.clock(clock), log, environment, beforeMutation);
    const host = createHost({ runtime, cancel: () => cancellation.cancel(), version: "1.2.3", schema: () => "{}" });
    const { port, stop } = await serve(host);
    client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    endHost = () => {
        client.close();
        stop();
    };
    const configured = new messages.ConfigureRequest();
    const apiKey = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: emulator.token };
    configured.setArgs(struct({ apiKey, baseUrl: emulator.url, ...config }));
    expect((await call<messages.ConfigureResponse>("configure", configured)).getAcceptsecrets()).toBe(false);
}

const struct = (bag: Bag) => Struct.fromJavaScript(bag as Parameters<typeof Struct.fromJavaScript>[0]);
const bagOf = (message: Struct | undefined) => (message?.toJavaScript() ?? {}) as Bag;
const urn = (type: string, name: string) => `urn:pulumi:dev::proj::clouddb:index:${type}::${name}`;

function call<Answer>(method: string, request: object): Promise<Answer> {
    type Method = (request: object, callback: (error: ServiceError | null, answer: Answer) => void) => void;
    return new Promise((resolve, reject) => {
        (client as unknown as Record<string, Method>)[method]!(request, (error, answer) =>
            error === null ? resolve(answer) : reject(error),
        );
    });
}

async function checked(type: string, name: string, news: Bag, olds: Bag = {}): Promise<Bag> {
    const request = new messages.CheckRequest();
    request.setUrn(urn(type, name)).setOlds(struct(olds)).setNews(struct(news));
    const answer = await call<messages.CheckResponse>("check", request);
    expect(answer.getFailuresList().map((failure) => failure.toObject())).toEqual([]);
    return bagOf(answer.getInputs());
}

async function created(type: string, name: string, args: Bag, { preview = false, timeout = 0 } = {}) {
    const inputs = await checked(type, name, args);
    const request = new messages.CreateRequest();
    request.setUrn(urn(type, name)).setProperties(struct(inputs)).setPreview(preview).setTimeout(timeout);
    const answer = await call<messages.CreateResponse>("create", request);
    return { type, name, inputs, id: answer.getId(), outs: bagOf(answer.getProperties()), answer };
}

type Made = Pick<Awaited<ReturnType<typeof created>>, "type" | "name" | "inputs" | "id" | "outs">;

async function diffed({ type, name, id, inputs, outs }: Made, args: Bag) {
    const news = await checked(type, name, args, inputs);
    const request = new messages.DiffRequest();
    request.setUrn(urn(type, name)).setId(id).setOlds(struct(outs)).setOldInputs(struct(inputs)).setNews(struct(news));
    return { news, answer: await call<messages.DiffResponse>("diff", request) };
}

async function updated(made: Made, args: Bag, preview = false) {
    const { news } = await diffed(made, args);
    const request = new messages.UpdateRequest();
    request.setUrn(urn(made.type, made.name)).setId(made.id).setOlds(struct(made.outs)).setNews(struct(news));
    const answer = await call<messages.UpdateResponse>("update", request.setPreview(preview));
    return { ...made, inputs: news, outs: bagOf(answer.getProperties()) };
}

async function readOf(type: string, name: string, id: string, { inputs, outs }: { inputs?: Bag; outs?: Bag } = {}) {
    const request = new messages.ReadRequest();
    request
        .setUrn(urn(type, name))
        .setId(id)
        .setInputs(struct(inputs ?? {}))
        .setProperties(struct(outs ?? {}));
    const answer = await call<messages.ReadResponse>("read", request);
    return { type, name, id: answer.getId(), inputs: bagOf(answer.getInputs()), outs: bagOf(answer.getProperties()) };
}

function details(answer: messages.DiffResponse): Record<string, string | undefined> {
    const found: Record<string, string | undefined> = {};
    answer.getDetaileddiffMap().forEach((diff: messages.PropertyDiff, key: string) => {
        found[key] = Object.keys(messages.PropertyDiff.Kind)[diff.getKind()];
    });
    return found;
}
const args = { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4 };
const mutations = () => emulator.requests().flatMap(({ method, endpoint }) => (method === "GET" ? [] : [endpoint]));

test("the settings that contain a key are marked as secret, whoever has declared the provider", async () => {
    const [baseUrl, apiKey, profiles] = ["https://a.example", "k1-secret", '{"b":{"apiKey":"k2-secret"}}'];
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
    const request = new messages.CheckRequest();
    request.setUrn("urn:pulumi:dev::proj::pulumi:providers:clouddb::other");
    const ask = async (news: Bag) =>
        bagOf((await call<messages.CheckResponse>("checkConfig", request.setNews(struct(news)))).getInputs());
    const marked = { baseUrl, apiKey: { ...secret, value: apiKey }, profiles: { ...secret, value: profiles } };
    expect(await ask({ baseUrl, apiKey, profiles })).toEqual(marked);
    expect(await ask(marked)).toEqual(marked);
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(await ask({ apiKey: unknown })).toEqual({ apiKey: unknown });
});

test("a program without the package's classes creates, changes, reads and deletes", async () => {
    const db = await created("Service", "db", args);
    expect(db.answer.getRefreshBeforeUpdate()).toBe(true);
    expect(db.outs).toMatchObject({ name: "db", cpuMillis: 1000, status: "READY" });
    expect((await diffed(db, args)).answer.getChanges()).toBe(messages.DiffResponse.DiffChanges.DIFF_NONE);
    const larger = await updated(db, { ...args, cpuMillis: 2000, memoryGbs: 8 });
    expect(larger.outs).toMatchObject({ cpuMillis: 2000 });
    const request = new messages.DeleteRequest();
    request.setUrn(urn("Service", "db")).setId(db.id).setProperties(struct(larger.outs));
    await call("delete", request);
    expect(mutations()).toEqual(["createService", "resizeService", "deleteService"]);
    expect((await readOf("Service", "db", db.id, larger)).id).toBe("");
});

test("a diff names each argument that changes, and what is replaced by it", async () => {
    const db = await created("Service", "db", { ...args, environment: "DEV" });
    const { answer } = await diffed(db, { ...args, regionCode: "eu-west-1", replicaCount: 1 });
    expect(answer.getReplacesList()).toEqual(["regionCode"]);
    expect(details(answer)).toEqual({ regionCode: "UPDATE_REPLACE", replicaCount: "ADD", environment: "DELETE" });
});

test("a preview sends nothing that changes, and knows what the arguments tell", async () => {
    const planned = await created("Service", "db", args, { preview: true });
    expect([planned.id, planned.outs]).toEqual(["", { ...args, name: "db" }]);
    const db = await created("Service", "db", args);
    const sent = mutations();
    const { outs } = await updated(db, { ...args, cpuMillis: 2000, memoryGbs: 8 }, true);
    expect(outs).toMatchObject({ cpuMillis: 2000, memoryGbs: 8, regionCode: "us-east-1", created: db.outs["created"] });
    // An address may change with a resize: the contract does not say.
    expect(outs).not.toHaveProperty("endpoint");
    const same = await updated(db, { ...args, forceDestroy: true }, true);
    expect(same.outs).toMatchObject({ forceDestroy: true, endpoint: db.outs["endpoint"] });
    expect(mutations()).toEqual(sent);
});

test("a preview in a language without classes fails where the creation would", async () => {
    emulator.create.service({ name: "taken" });
    const preview = (name: string, more: Bag) => created("Service", name, { ...args, ...more }, { preview: true });
    await expect(preview("db", { name: "taken" })).rejects.toThrow(/name: .*taken/);
    await expect(preview("other", { vpcId: "vpc-none" })).rejects.toThrow(/vpcId: /);
    expect((await preview("third", { name: "free" })).outs).toMatchObject({ name: "free" });
    expect(mutations()).toEqual([]);
});

describe("a database whose resource was renamed within the hour, where another one has the former name now,", () => {
    let db: Made;
    beforeEach(async () => {
        endHost();
        await startHost({});
        db = { ...(await created("Service", "db", args)), name: "db-old" };
        endHost();
        // The next operation.
        await startHost({});
    });
    const takeover = (more: object = {}) => created("Service", "db", args, more);

    test("is not taken over if it has been read, which is before each operation", async () => {
        await readOf(db.type, db.name, db.id, db);
        for (const preview of [true, false])
            await expect(takeover({ preview })).rejects.toThrow(
                /db-old in the state has it.*`aliases: \["urn:\S+::db-old"\]`/,
            );
        expect(mutations()).toEqual(["createService"]);
    });

    test("is not taken over by a preview that compares it meanwhile", async () => {
        const end = emulator.intercept({
            async after({ endpoint }) {
                if (endpoint !== "getService") return;
                end();
                await diffed(db, args);
            },
        });
        await expect(takeover({ preview: true })).rejects.toThrow("db-old in this program has it");
    });

    test("is taken over without any of that, as what an interrupted `up` has left", async () => {
        expect((await takeover()).id).toBe(db.id);
    });

    test("is not taken over by what replaces it, of which a preview warns", async () => {
        await readOf(db.type, "db", db.id, db);
        await takeover({ preview: true });
        expect(warnings.join()).toContain(`${db.id}, created`);
        expect(warnings.join()).toContain("it is DELETED first with its data");
        await expect(takeover()).rejects.toThrow("`deleteBeforeReplace: true`");
        expect(mutations()).toEqual(["createService"]);
    });

    test("is deleted under the name that it has now", async () => {
        await readOf(db.type, db.name, db.id, db);
        const request = new messages.DeleteRequest();
        await call("delete", request.setUrn(urn(db.type, db.name)).setId(db.id).setProperties(struct(db.outs)));
        expect(mutations()).toEqual(["createService", "deleteService"]);
        expect([...new Set(rows)]).toEqual([urn(db.type, db.name)]);
    });
});

test("an import has the inputs with which a program leaves it as it is", async () => {
    const vpc = emulator.create.vpc({ name: "net" });
    const service = emulator.create.service({ name: "clicked", replica_count: 1, vpc_id: vpc.id, pooler: true });
    const set = emulator.create.replicaSet({ service_id: service.id, name: "reports" });
    const peering = emulator.create.peering({ vpc_id: vpc.id });
    const ids = {
        Vpc: vpc.id,
        Service: service.id,
        ReadReplicaSet: `${service.id}/${set.id}`,
        Peering: `${vpc.id}/${peering.id}`,
        PeeringActivation: `${vpc.id}/${peering.id}`,
    };
    for (const [type, id] of Object.entries(ids)) {
        const imported = await readOf(type, "one", id);
        expect(imported.id).toBe(id);
        const { answer } = await diffed(imported, imported.inputs);
        expect([type, answer.getChanges()]).toEqual([type, messages.DiffResponse.DiffChanges.DIFF_NONE]);
        const { outs, inputs } = await readOf(type, "one", id, imported);
        expect(outs).toEqual(imported.outs);
        expect({ ...inputs, __clouddb: undefined }).toEqual({ ...imported.inputs, __clouddb: undefined });
    }
    expect((await readOf("Service", "one", service.id)).inputs).toEqual({
        ...{ name: "clicked", regionCode: "us-east-1", cpuMillis: 500, memoryGbs: 2, environment: "DEV" },
        ...{ replicaCount: 1, connectionPooler: true, vpcId: vpc.id },
    });
    expect(mutations()).toEqual([]);
});

test("a state of the first version is read as one, and not as an import", async () => {
    const db = await created("Service", "db", args);
    const { arguments: given, version, ...rest } = db.outs["__clouddb"] as Bag;
    expect(version).toBeGreaterThan(1);
    const inputs = { ...db.inputs, name: "db" };
    const read = await readOf("Service", "db", db.id, {
        inputs,
        outs: { ...db.outs, __clouddb: { ...rest, v: 1, given } },
    });
    expect(read.inputs).toMatchObject(db.inputs);
});

describe("the option `import` on a resource that has another database", () => {
    const imported = async (id: string) => {
        const request = new messages.ReadRequest();
        return call("read", request.setUrn(urn("Service", "db")).setId(id).setProperties(struct({})));
    };

    test("is refused, since Pulumi would delete the one that it has", async () => {
        const { id: other } = emulator.create.service({ name: "other" });
        const db = await created("Service", "db", args);
        await readOf("Service", "db", db.id, db);
        await expect(imported(other)).rejects.toThrow(
            `The option \`import\` names service ${other}, but the resource has service ${db.id}, which Pulumi would delete with its data. ` +
                `If the resource is to have ${other}, run \`pulumi state delete '${urn("Service", "db")}'\` first: it leaves ${db.id} running.`,
        );
        await expect(imported(db.id)).resolves.toBeDefined();
        await expect(readOf("Service", "db", other)).resolves.toMatchObject({ id: other });
    });

    test("is an import where the API does not show that one any more", async () => {
        const { id: other } = emulator.create.service({ name: "other" });
        const db = await created("Service", "db", args);
        emulator.remove(db.id);
        await clock.sleep(3_600_000);
        expect((await readOf("Service", "db", db.id, db)).id).toBe("");
        await expect(imported(other)).resolves.toBeDefined();
    });
});

test("an import that would be replaced at once is none", async () => {
    const { id } = emulator.create.service({ name: "clicked", region_code: "eu-west-1" });
    const imported = await readOf("Service", "one", id);
    await expect(diffed(imported, { ...args, name: "clicked" })).rejects.toThrow(
        `service ${id} is not imported, since it would be replaced at once: the program has another regionCode.`,
    );
    await expect(diffed(imported, { ...args, regionCode: "eu-west-1", name: "clicked" })).resolves.toBeDefined();
    expect(mutations()).toEqual([]);
});

test("a cancellation ends a create: the state has the resource, and nothing more is sent", async () => {
    emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
    const creation = created("Service", "db", args).then(
        () => undefined,
        (error: unknown) => error as ServiceError,
    );
    await clock.sleep(5_000);
    await call("cancel", new Empty());
    const error = await creation;
    expect(error?.details).toContain("The operation was cancelled. Run the same command again: it goes on from here.");
    const [packed] = error!.metadata.get("grpc-status-details-bin");
    const [detail] = statusMessages.Status.deserializeBinary(packed as Buffer).getDetailsList();
    const failure = messages.ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
    const [service] = emulator.world.services.keys();
    expect(failure.getId()).toBe(service);
    expect(bagOf(failure.getProperties())["__provider"]).toContain("pulumi-clouddb/provider");
    const sent = mutations();
    await expect(created("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" })).rejects.toThrow(/cancelled/);
    expect(mutations()).toEqual(sent);
});

test("a time-out of the program reaches the operation, and is no part of the state", async () => {
    const db = await created("Service", "quick", args, { timeout: 600 });
    expect((await diffed(db, args)).answer.getChanges()).toBe(messages.DiffResponse.DiffChanges.DIFF_NONE);
    emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
    await expect(created("Service", "db", args, { timeout: 60 })).rejects.toThrow(/did not complete within 1 m/);
});

test("a state of this door is one of the other door as well", async () => {
    const { outs } = await created("Service", "db", { ...args, generatePassword: true });
    expect(outs["__provider"]).toBe('exports.handler=()=>require("pulumi-clouddb/provider").service;');
    expect(outs["password"]).toMatchObject({ "4dabf18193072939515e22adb298388d": expect.any(String) as string });
});

test("what is missing may be an output of a resource that has failed", async () => {
    const request = new messages.CheckRequest();
    request.setUrn(urn("ReadReplicaSet", "reports")).setNews(struct({ nodes: 1, cpuMillis: 500, memoryGbs: 2 }));
    const failures = (await call<messages.CheckResponse>("check", request)).getFailuresList();
    expect(failures.map((failure) => failure.toObject())).toEqual([
        { property: "serviceId", reason: "is required; if it is an output of another resource, that one has failed" },
    ]);
});

test("the settings of a profile may have their names in Python", async () => {
    endHost();
    await startHost({ profiles: JSON.stringify({ other_team: { api_key: emulator.token, base_url: emulator.url } }) });
    expect((await created("Service", "db", { ...args, profile: "other_team" })).id).not.toBe("");
});

test("another key or address of a provider replaces nothing", async () => {
    const request = new messages.DiffRequest();
    request.setOldInputs(struct({ apiKey: "a", baseUrl: "https://a/v1" })).setNews(struct({ apiKey: "b" }));
    const answer = await call<messages.DiffResponse>("diffConfig", request);
    expect([answer.getChanges(), answer.getReplacesList()]).toEqual([messages.DiffResponse.DiffChanges.DIFF_SOME, []]);
});

async function invoked(name: string, args: Bag) {
    const request = new messages.InvokeRequest();
    request.setTok(`clouddb:index:${name}`).setArgs(struct(args));
    const answer = await call<messages.InvokeResponse>("invoke", request);
    const failures = answer.getFailuresList().map((failure) => failure.toObject());
    return { result: bagOf(answer.getReturn()), failures };
}

test("every function answers, with its list under the name that the schema has", async () => {
    const vpc = emulator.create.vpc({ name: "net" });
    const service = emulator.create.service({ name: "clicked" });
    const set = emulator.create.replicaSet({ service_id: service.id, name: "reports" });
    const peering = emulator.create.peering({ vpc_id: vpc.id });
    const [setId, peeringId] = [`${service.id}/${set.id}`, `${vpc.id}/${peering.id}`];
    const asked: Record<string, [args: Bag, result: Bag]> = {
        getCallerIdentity: [{}, { type: "apiKey" }],
        getProjects: [{}, { projects: [{ id: emulator.projectId }] }],
        getVpcs: [{}, { vpcs: [{ id: vpc.id, name: "net" }] }],
        getVpc: [{ name: "net" }, { id: vpc.id }],
        getPeerings: [{ vpcId: vpc.id }, { peerings: [{ id: peeringId }] }],
        getPeering: [{ id: peeringId }, { id: peeringId }],
        getServices: [{ name: "clicked" }, { services: [{ id: service.id }] }],
        getService: [{ id: service.id }, { name: "clicked" }],
        getReadReplicaSets: [{ serviceId: service.id }, { readReplicaSets: [{ id: setId }] }],
        getReadReplicaSet: [{ serviceId: service.id, name: "reports" }, { id: setId }],
        getServiceLogs: [{ serviceId: service.id, limit: 1 }, {}],
    };
    const { functions: specs } = JSON.parse(textOf("etc/schema.json")) as { functions: Record<string, FunctionSpec> };
    expect(Object.keys(asked).sort()).toEqual(Object.keys(functions).sort());
    for (const [name, [args, expected]] of Object.entries(asked)) {
        const { result, failures } = await invoked(name, args);
        expect([name, failures]).toEqual([name, []]);
        expect(result).toMatchObject(expected);
        const { properties, required = [] } = specs[`clouddb:index:${name}`]!.outputs;
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(result)));
        expect(Object.keys(result)).toEqual(expect.arrayContaining([...required]));
    }
});

interface FunctionSpec {
    readonly outputs: { readonly properties: Bag; readonly required?: readonly string[] };
}

test("a function marks what is secret, and refuses wrong arguments at their paths before any request", async () => {
    const service = emulator.create.service({ name: "clicked" });
    const path = `${emulator.url}/projects/${emulator.projectId}/services/${service.id}`;
    const record = await fetch(path, { headers: { authorization: `Bearer ${emulator.token}` } });
    const body = { ...((await record.json()) as object), initial_password: "planted" };
    emulator.faults.add({ endpoint: "getService", do: { kind: "status", status: 200, body } });
    const { result } = await invoked("getService", { id: service.id });
    expect(result["initialPassword"]).toEqual({
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        value: "planted",
    });
    emulator.clearRequests();
    expect((await invoked("getServiceLogs", { serviceId: "s", limit: 0 })).failures).toEqual([
        { property: "limit", reason: "must be at least 1" },
    ]);
    expect(emulator.requests()).toEqual([]);
    await expect(invoked("getService", { name: "click" })).rejects.toThrow(
        /There is no service .* did you mean "clicked"/,
    );
    await expect(invoked("getNothing", {})).rejects.toThrow(/no function clouddb:index:getNothing/);
});
