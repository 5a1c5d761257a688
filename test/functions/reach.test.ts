import * as clouddb from "../../src";
import { endpoints, type EndpointName } from "../../src/api";
import { Stack } from "../support/inProcess";
import { inProgram } from "./support/program";

// What the README's table of endpoints says in words: whatever the API can do, a program can have it done.
test("resources and functions reach every endpoint", async () => {
    const stack = await Stack.start({ timeScale: 0.01 });
    const region = { regionCode: "us-east-1" };

    const net = await stack.up("Vpc", "net", { cidr: "10.0.0.0/16", ...region });
    const renamed = await stack.up("Vpc", "net", { cidr: "10.0.0.0/16", ...region, name: "network" }, net);
    const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
    const peering = await stack.up("Peering", "office", { vpcId: net.id, ...peer });
    stack.emulator.drift(String(peering.outs["peeringId"]), { status: "active" });
    const active = await stack.up("PeeringActivation", "office", { peeringId: peering.id });

    const everything = { cpuMillis: 4000, memoryGbs: 16, environment: "PROD", replicaCount: 1, vpcId: net.id };
    let db = await stack.up("Service", "db", region);
    db = await stack.up("Service", "db", { ...region, ...everything, connectionPooler: true, password: "pw" }, db);
    db = await stack.up("Service", "db", { ...region, deletionProtection: false, paused: true }, db);
    db = await stack.up("Service", "db", { ...region, deletionProtection: false, paused: false }, db);
    stack.emulator.finish();
    const fork = await stack.up("Service", "fork", { forkFrom: { serviceId: db.id, strategy: "NOW" } });
    const size = { nodes: 1, cpuMillis: 1000, memoryGbs: 4 };
    let set = await stack.up("ReadReplicaSet", "readers", { serviceId: db.id, ...size });
    const more = { environment: "PROD", connectionPooler: true };
    set = await stack.up(
        "ReadReplicaSet",
        "readers",
        { serviceId: db.id, ...size, cpuMillis: 2000, memoryGbs: 8, ...more },
        set,
    );
    set = await stack.up(
        "ReadReplicaSet",
        "readers",
        { serviceId: db.id, ...size, cpuMillis: 2000, memoryGbs: 8 },
        set,
    );

    await inProgram({ baseUrl: stack.emulator.url, apiKey: stack.emulator.token });
    await clouddb.getCallerIdentity();
    await clouddb.getProjects();
    await clouddb.getVpcs();
    await clouddb.getVpc({ id: net.id });
    await clouddb.getPeerings({ vpcId: net.id });
    await clouddb.getPeering({ id: peering.id });
    await clouddb.getServices();
    await clouddb.getService({ id: db.id });
    await clouddb.getReadReplicaSets({ serviceId: db.id });
    await clouddb.getServiceLogs({ serviceId: db.id, limit: 1 });

    for (const one of [set, fork, db, active, peering, renamed]) await stack.destroy(one);
    const reached = new Set(stack.emulator.requests().map(({ endpoint }) => endpoint));
    expect((Object.keys(endpoints) as EndpointName[]).filter((name) => !reached.has(name))).toEqual([]);
    await stack.stop();
});
