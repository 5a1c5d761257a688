// What a preview finds out before anything is made, and what it asks the API for.
import * as clouddb from "../../src";
import { stage } from "./support/eachStage";
import { errorsOf, messagesOf, warningsOf } from "./support/stage";

const region = "us-east-1";
const requests = () => stage.emulator.requests().map(({ endpoint, method }) => `${method} ${endpoint ?? ""}`);

/** The one error of a preview, which makes nothing. */
async function refused(program: () => unknown): Promise<string> {
    const preview = await stage.preview(program);
    expect(stage.calls()).toEqual([]);
    const [error, ...others] = errorsOf(preview).filter((message) => !/^(preview|update) failed$/.test(message));
    expect(others).toEqual([]);
    return error ?? "";
}

describe("the preview of a creation fails where the `up` would", () => {
    const size = { nodes: 1, cpuMillis: 500, memoryGbs: 2 };
    const peer = { peerAccountId: "1", peerRegionCode: region, peerVpcId: "vpc-1" };
    const net = { name: "net", cidr: "10.9.0.0/16", regionCode: region };
    const forkOf = (serviceId: string) => new clouddb.Service("f", { forkFrom: { serviceId, strategy: "NOW" } });
    const service = () => stage.emulator.create.service({ name: "orders", region_code: "eu-west-1" });

    // With the ids of two services that are there, of one name.
    test.each<[string, (ids: string[]) => unknown, (ids: string[]) => string]>([
        [
            "a VPC's name that is taken",
            () => new clouddb.Vpc("net", net),
            () => 'property name value {net} has a problem: There already is a VPC "net"',
        ],
        [
            "a name that several services have: each of them is offered",
            () => new clouddb.Service("orders", { name: "orders" }),
            (ids) => `If one of them is yours, take it over: ${ids.map((id) => `\`adopt: "${id}"\``).join(" or ")}.`,
        ],
        [
            "a name that a service of another region has: another name is offered first",
            () => new clouddb.Service("orders", { name: "orders", regionCode: region }),
            () =>
                'It is not what is asked for. To create another one all the same: `onNameConflict: "ignore"` or another `name`. If one',
        ],
        [
            "two resources of one program with one name",
            () => [1, 2].map((n) => new clouddb.Service(`db${n}`, { name: "db" })),
            () => 'Two resources of this program want to create service "db"',
        ],
        [
            "a set's service that does not exist",
            () => new clouddb.ReadReplicaSet("r", { serviceId: "nonesuch", ...size }),
            () =>
                `property serviceId value {nonesuch} has a problem: There is no service nonesuch in project ${stage.emulator.projectId}. If another project has it, this resource needs the same \`projectId\`, \`profile\` or provider. If the stack still has it here, run \`pulumi refresh\`.`,
        ],
        [
            "a fork's parent that does not exist",
            () => forkOf("nonesuch"),
            () => "resource 'f' has a problem: forkFrom.serviceId: There is no service nonesuch",
        ],
        [
            "a fork's parent that is being deleted",
            ([id]) => (stage.emulator.drift(id!, { status: "DELETING" }), forkOf(id!)),
            ([id]) => `Service ${id} is being deleted. Once it is gone, run \`pulumi refresh\``,
        ],
        [
            "a peering's VPC that does not exist",
            () => new clouddb.Peering("p", { vpcId: "nonesuch", ...peer }),
            () => "property vpcId value {nonesuch} has a problem: There is no VPC nonesuch",
        ],
        [
            "an adoption of what cannot become what is wanted",
            ([id]) => new clouddb.Service("orders", { adopt: id!, regionCode: region }),
            () => 'cannot be adopted: regionCode is "eu-west-1", not "us-east-1"',
        ],
    ])("for %s", async (_what, program, message) => {
        stage.emulator.create.vpc({ name: "net", cidr: "10.9.0.0/16" });
        const ids = [service(), service()].map(({ id }) => id);
        expect(await refused(() => program(ids))).toContain(message(ids));
    });

    test("for a key that the API refuses: one error, however many resources there are", async () => {
        await stage.up(() => new clouddb.Service("first", {}));
        stage.emulator.faults.add({ do: { kind: "status", status: 401 }, count: null });
        stage.calls();
        const error = await refused(() => {
            new clouddb.Service("first", { connectionPooler: true });
            for (const name of ["a", "b", "c"]) new clouddb.Service(name, {});
        });
        expect(error).toMatch(/clouddb:apiKey|CLOUDDB_API_KEY/);
    });
});

test("an adoption says what it would change", async () => {
    const { id } = stage.emulator.create.service({
        name: "orders",
        cpu_millis: 2000,
        memory_gbs: 8,
        environment: "PROD",
    });
    const program = () =>
        new clouddb.Service("orders", { adopt: id, cpuMillis: 500, memoryGbs: 2, environment: "DEV" });
    const preview = await stage.preview(program);
    expect(errorsOf(preview)).toEqual([]);
    expect(messagesOf(preview)).toContain(
        `orders: adopts service ${id}; then environment PROD -> DEV, resize 2 CPU / 8 GB -> 0.5 CPU / 2 GB`,
    );
});

describe("an adoption of a fork whose name says when it is swept", () => {
    const hour = 3_600_000;
    const adopted = (name: string, fork: { readonly environment?: string; readonly parent?: null } = {}) => {
        const { environment = "DEV", parent } = fork;
        const created = { name, age_ms: 2 * hour, environment };
        const { id, created_at, project_id } = stage.emulator.create.service(created);
        if (parent !== null) stage.emulator.world.services.get(id)!.forked_from = { project_id, service_id: "parent" };
        return { id, expiry: (hours: number) => new Date(created_at + hours * hour).toISOString() };
    };
    const preview = async (args: clouddb.ServiceArgs & { readonly adopt: string }) => {
        const outcome = await stage.preview(() => new clouddb.Service("orders", args));
        expect(errorsOf(outcome)).toEqual([]);
        expect(messagesOf(outcome).join()).toContain(`adopts service ${args.adopt}`);
        return warningsOf(outcome);
    };
    const ways = (id: string) =>
        `To keep it, set \`environment: "PROD"\`, or give each sweep \`--keep ${id}\` or the export of this stack (\`--stack-export\`).`;

    test("a preview fork: the preview warns, and says how to keep it", async () => {
        const { id, expiry } = adopted("preview-orders-pr-1-ttl72h");
        const warnings = await preview({ adopt: id });
        expect(warnings).toEqual([
            `orders: Service ${id} is a preview fork by its name, preview-orders-pr-1-ttl72h, which cannot be changed: from ${expiry(72)} on, ` +
                `\`clouddb sweep --yes\` deletes it. ${ways(id)}`,
        ]);
    });

    test("the fork of a drill, also one whose time is over", async () => {
        const { id } = adopted("drill-orders-0123456789abcdef-until-20200101t0000z");
        const warnings = await preview({ adopt: id, environment: "DEV" });
        expect(warnings).toEqual([
            `orders: Service ${id} is the fork of a restore drill by its name, drill-orders-0123456789abcdef-until-20200101t0000z, which cannot be changed: ` +
                `the drill deletes it at its end, and from 2020-01-01T00:00:00.000Z on, \`clouddb sweep --yes\` deletes it. ${ways(id)}`,
        ]);
    });

    test("not of what is kept: one that is or becomes PROD, one without such a name, and what is no fork", async () => {
        const name = "preview-orders-pr-1-ttl72h";
        const dev = adopted(name);
        expect(await preview({ adopt: dev.id, environment: "PROD" })).toEqual([]);
        const others = [adopted(name, { environment: "PROD" }), adopted("orders"), adopted(name, { parent: null })];
        for (const { id } of others) expect(await preview({ adopt: id })).toEqual([]);
    });
});

test("a preview without changes asks for nothing; one that changes a hundred services lists them once", async () => {
    const services = (cpuMillis: number) => () => {
        for (let n = 0; n < 100; n++) new clouddb.Service(`s${n}`, { cpuMillis, memoryGbs: cpuMillis / 250 });
    };
    stage.emulator.clearRequests();
    const creation = await stage.preview(services(500));
    expect(errorsOf(creation)).toEqual([]);
    expect(requests().filter((request) => request === "GET listServices")).toHaveLength(1);
    expect(requests().length).toBeLessThanOrEqual(2);
    for (let n = 0; n < 3; n++) stage.emulator.create.service({ name: `t${n}` });
    await stage.up(() => new clouddb.Service("one", { cpuMillis: 500, memoryGbs: 2 }));
    stage.emulator.clearRequests();
    await stage.preview(() => new clouddb.Service("one", { cpuMillis: 500, memoryGbs: 2 }));
    expect(requests()).toEqual([]);
    await stage.preview(() => new clouddb.Service("one", { cpuMillis: 1000, memoryGbs: 4 }));
    expect(requests().length).toBeLessThanOrEqual(2);
});

test("a change of what is gone is warned of", async () => {
    await stage.up(() => new clouddb.Service("one", { cpuMillis: 500, memoryGbs: 2 }));
    stage.emulator.remove(stage.services[0]!.id);
    const preview = await stage.preview(() => new clouddb.Service("one", { cpuMillis: 1000, memoryGbs: 4 }));
    expect(warningsOf(preview).join()).toMatch(
        /There is no service \w+ any more\. `pulumi up --refresh` creates it anew/,
    );
});

test("after a failed update, a preview goes by what the resource shows, as the `up` does", async () => {
    const [small, large] = [
        { cpuMillis: 1000, memoryGbs: 4 },
        { cpuMillis: 2000, memoryGbs: 8 },
    ];
    const db = (size: object) => () => new clouddb.Service("db", size, { customTimeouts: { update: "1s" } });
    await stage.up(db(small));
    expect(errorsOf(await stage.tryUp(db(large))).join()).toContain("did not complete within 1 s");
    await stage.clock.sleep(60 * 60_000);
    stage.calls();
    expect(messagesOf(await stage.preview(db(small)))).toContain("db: resize 2 CPU / 8 GB -> 1 CPU / 4 GB");
    expect(messagesOf(await stage.preview(db(large))).filter((said) => said.startsWith("db: "))).toEqual([]);
    await stage.tryUp(db(small));
    expect(stage.calls()).toEqual(["resizeService"]);
});

test("while the operation of a failed update still goes on, the preview says so, also after a refresh", async () => {
    const db = (size: object) => () => new clouddb.Service("db", size, { customTimeouts: { update: "1s" } });
    await stage.up(db({ cpuMillis: 1000, memoryGbs: 4 }));
    const stuck = stage.emulator.faults.add({ endpoint: "resizeService", do: { kind: "stuck" } });
    await stage.tryUp(db({ cpuMillis: 2000, memoryGbs: 8 }));
    stage.emulator.faults.remove(stuck);
    const goesOn = (): unknown[] => [
        expect.stringMatching(/^db: An operation is in progress at the API \(\w+\), and may still change/),
    ];
    const back = db({ cpuMillis: 1000, memoryGbs: 4 });
    expect(warningsOf(await stage.preview(back))).toEqual(goesOn());
    await stage.refresh();
    expect(warningsOf(await stage.preview(back))).toEqual(goesOn());
    for (const { id } of stage.services) stage.emulator.drift(id, { status: "READY" });
    await stage.refresh();
    stage.emulator.clearRequests();
    expect(warningsOf(await stage.preview(back))).toEqual([]);
    expect(requests()).toEqual([]);
});

test("after a failed update, what the resource shows decides on no replacement: preview and `up` go by the state", async () => {
    const db = (name: string, size: object) => () =>
        new clouddb.Service("db", { name, ...size }, { customTimeouts: { update: "1s" } });
    await stage.up(db("one", { cpuMillis: 1000, memoryGbs: 4 }));
    await stage.tryUp(db("one", { cpuMillis: 2000, memoryGbs: 8 }));
    for (const { id } of stage.services) stage.emulator.drift(id, { name: "two" });
    const renamed = db("two", { cpuMillis: 2000, memoryGbs: 8 });
    stage.calls();
    for (const outcome of [await stage.preview(renamed), await stage.tryUp(renamed)])
        expect(messagesOf(outcome).join()).toContain("REPLACE");
    expect(stage.calls()).toEqual([]);
});

test("after a creation that failed halfway, a preview goes by what the resource shows, as the `up` does", async () => {
    const db = () =>
        new clouddb.Service(
            "db",
            { cpuMillis: 1000, memoryGbs: 4, replicaCount: 1, syncReplicaCount: 1 },
            { customTimeouts: { create: "1m", update: "5m" } },
        );
    const stuck = stage.emulator.faults.add({ endpoint: "setServiceHa", do: { kind: "stuck" } });
    expect(errorsOf(await stage.tryUp(db)).join()).toContain("did not complete within 1 m");
    stage.emulator.faults.remove(stuck);
    const said = async () => messagesOf(await stage.preview(db)).filter((text) => text.startsWith("db: "));
    expect((await said()).join()).toMatch(/db: An operation is in progress at the API .*finish the interrupted/);
    const { id } = stage.services[0]!;
    stage.emulator.drift(id, { status: "DELETING" });
    expect((await said()).join()).toBe(
        "db: finish the interrupted operation, then fail, since it is being deleted, then HA 1 (0 sync) -> 1 (1 sync)",
    );
    await stage.refresh();
    stage.emulator.drift(id, { status: "READY", sync_replica_count: 1 });
    expect(await said()).toEqual(["db: finish the interrupted operation"]);
    stage.calls();
    await stage.up(db);
    expect(stage.calls()).toEqual([]);
    expect(await said()).toEqual([]);
});

test("what a preview cannot know, it does not look up", async () => {
    const preview = await stage.preview(() => {
        const vpc = new clouddb.Vpc("net", { cidr: "10.9.0.0/16", regionCode: region });
        const db = new clouddb.Service("db", { vpcId: vpc.id, regionCode: region });
        new clouddb.ReadReplicaSet("r", { serviceId: db.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 });
    });
    expect(errorsOf(preview)).toEqual([]);
});

test.each(["profile", "projectId"])(
    "while %s is not known, nothing is asked: it would be asked of another project",
    async (key) => {
        stage.emulator.clearRequests();
        const preview = await stage.preview(() => {
            const vpc = new clouddb.Vpc("net", { cidr: "10.9.0.0/16", regionCode: region });
            new clouddb.Service("db", { regionCode: region, vpcId: "nonesuch", [key]: vpc.id });
        });
        expect(errorsOf(preview)).toEqual([]);
        expect(requests()).not.toContain("GET listServices");
    },
);

test("a creation that has nothing to tell is not announced", async () => {
    const preview = await stage.preview(() => new clouddb.Service("db", { name: "db", regionCode: region }));
    expect(messagesOf(preview)).toEqual([]);
});

test("an `up` without a preview makes no service that could not be attached to its VPC", async () => {
    const outcome = await stage.tryUp(() => new clouddb.Service("orders", { vpcId: "nonesuch" }));
    expect(errorsOf(outcome).join()).toMatch(
        /vpcId: There is no VPC nonesuch in project \w+\. If another project has it, .* If the stack still has it here, run `pulumi refresh`\./,
    );
    expect(stage.calls()).toEqual([]);
    const { id } = stage.emulator.create.vpc({ name: "far", region_code: "eu-west-1" });
    const elsewhere = await stage.tryUp(() => new clouddb.Service("orders", { vpcId: id, regionCode: region }));
    expect(errorsOf(elsewhere).join()).toContain("is in region eu-west-1");
    expect(stage.calls()).toEqual([]);
    const own = await stage.tryUp(() => {
        const net = new clouddb.Vpc("net", { cidr: "10.9.0.0/16", regionCode: "eu-west-2" });
        new clouddb.Service("orders", { vpcId: net.id.apply((id) => id), regionCode: region });
    });
    expect(errorsOf(own).join()).toContain("is in region eu-west-2");
    expect(stage.calls()).toEqual(["createVpc"]);
});

test("a time to recover counts as before the parent's creation once that is certain, whatever the clocks show", async () => {
    const { id: serviceId, created_at } = stage.emulator.create.service({ name: "orders" });
    const problems = async (difference: number) => {
        const targetTime = new Date(created_at + difference).toISOString();
        const forkFrom = { serviceId, strategy: "PITR", targetTime } as const;
        return errorsOf(await stage.preview(() => new clouddb.Service("fork", { forkFrom }))).join();
    };
    expect(await problems(-61_000)).toContain(`is before service ${serviceId} was created, at `);
    expect(await problems(-59_000)).toBe("");
    expect(await problems(0)).toBe("");
});

test("a plan is a line that stays, with the resource's name; a refresh prints none", async () => {
    const orders = (args: object) => () => new clouddb.Service("orders", args);
    await stage.up(orders({ environment: "DEV", cpuMillis: 500, memoryGbs: 2 }));
    const changed = orders({ environment: "PROD", cpuMillis: 2000, memoryGbs: 8 });
    expect(messagesOf(await stage.preview(changed))).toEqual([
        expect.stringMatching(/^orders: environment DEV -> PROD, then resize 0\.5 CPU \/ 2 GB -> 2 CPU \/ 8 GB/),
    ]);
    expect(messagesOf(await stage.refresh())).toEqual([]);
    const replaced = await stage.preview(orders({ regionCode: "eu-west-1", deletionProtection: false }));
    const said = [...messagesOf(replaced), ...replaced.rows.map(({ message }) => message)];
    expect(said.filter((message) => message.includes("REPLACE"))).toEqual([
        "orders: REPLACE: regionCode cannot change in place; its data will be lost; the new one is created first.",
    ]);
});

test("what has no data loses none: a VPC that a forced replacement would delete first", async () => {
    const net = () =>
        new clouddb.Vpc("net", { name: "net", cidr: "10.9.0.0/16", regionCode: region }, { deleteBeforeReplace: true });
    await stage.up(net);
    const warnings = warningsOf(await stage.preview(net, { replace: ["net"] })).join();
    expect(warnings).toContain("it is DELETED first. If not,");
});

test("a VPC that is to be deleted first, and which a service uses: the preview warns that it fails", async () => {
    const program = (cidr: string) => () => {
        const net = new clouddb.Vpc("net", { name: "net", cidr, regionCode: region }, { deleteBeforeReplace: true });
        new clouddb.Service("db", { name: "db", regionCode: region, vpcId: net.id });
    };
    await stage.up(program("10.9.0.0/16"));
    const [vpc, db] = [stage.heldAs("net").id, stage.heldAs("db").id];
    expect(warningsOf(await stage.preview(program("10.8.0.0/16"))).join()).toContain(
        `VPC ${vpc} is to be deleted first (\`deleteBeforeReplace\`), which fails as long as service db (${db}) uses it, unless that is replaced in this \`up\` as well.`,
    );
});

describe("a VPC that overlaps another one is warned of, since the contract does not forbid it", () => {
    const vpc = (name: string, cidr: string, opts = {}, regionCode = region) =>
        new clouddb.Vpc(name, { name, cidr, regionCode }, opts);
    const advice =
        "VPCs that overlap cannot be peered with the same network, and an API may refuse them. If that matters, choose another network now: a later change replaces the VPC.";
    const warned = async (program: () => unknown) => {
        const preview = await stage.preview(program);
        expect(errorsOf(preview)).toEqual([]);
        return warningsOf(preview).sort();
    };

    test("of the same program: each pair once", async () => {
        const three = () => [
            vpc("one", "10.0.0.0/16"),
            vpc("two", "10.0.128.0/17", {}, "eu-west-1"),
            vpc("three", "10.1.0.0/16"),
        ];
        expect(await warned(three)).toEqual([
            expect.stringMatching(
                /^(one|two): `cidr`: (10\.0\.128\.0\/17 overlaps 10\.0\.0\.0\/16 of VPC "one"|10\.0\.0\.0\/16 overlaps 10\.0\.128\.0\/17 of VPC "two"), which this program creates as well\. /,
            ),
        ]);
    });

    test("that the project has, by name and id; not again once it is there", async () => {
        const { id } = stage.emulator.create.vpc({ name: "shared", cidr: "10.0.0.0/12", region_code: "eu-west-1" });
        stage.emulator.create.vpc({ name: "apart", cidr: "10.16.0.0/12" });
        const program = () => vpc("net", "10.0.0.0/16");
        expect(await warned(program)).toEqual([
            `net: \`cidr\`: 10.0.0.0/16 overlaps 10.0.0.0/12 of VPC "shared" (${id}). ${advice}`,
        ]);
        await stage.up(program);
        expect(await warned(program)).toEqual([]);
    });

    test("that it replaces, unless that is deleted first", async () => {
        await stage.up(() => vpc("net", "10.0.0.0/16"));
        const { id } = stage.heldAs("net");
        expect(await warned(() => vpc("net", "10.0.0.0/15"))).toEqual([
            `net: \`cidr\`: 10.0.0.0/15 overlaps 10.0.0.0/16 of VPC "net" (${id}, which it replaces). ${advice}`,
        ]);
        expect(await warned(() => vpc("net", "10.0.0.0/15", { deleteBeforeReplace: true }))).toEqual([]);
        expect(await warned(() => vpc("net", "10.2.0.0/16"))).toEqual([]);
    });
});

test("a replacement that keeps its name is tried like a creation: what it names has to exist", async () => {
    const named = (args: object) => () => new clouddb.Service("db", { name: "db", ...args });
    await stage.up(named({ regionCode: region }));
    stage.calls();
    const error = await refused(named({ regionCode: "eu-west-1", vpcId: "nonesuch" }));
    expect(error).toContain("property vpcId value {nonesuch} has a problem: There is no VPC nonesuch");
});

describe("the preview of a fork of a PROD service", () => {
    const orders = () => {
        const vpc = stage.emulator.create.vpc({ name: "net" });
        const parent = { name: "orders", environment: "PROD", replica_count: 2, sync_replica_count: 1, pooler: true };
        return stage.emulator.create.service({ ...parent, vpc_id: vpc.id });
    };
    const warned = async (serviceId: string, args: clouddb.ServiceArgs = {}) => {
        const fork = { ...args, forkFrom: { serviceId, strategy: "NOW" } } as const;
        const preview = await stage.preview(() => new clouddb.Service("restored", fork));
        expect(errorsOf(preview)).toEqual([]);
        return warningsOf(preview);
    };

    test("warns with what the fork does not inherit, without another request", async () => {
        const { id } = orders();
        stage.emulator.clearRequests();
        expect(await warned(id)).toEqual([
            `restored: The fork of orders (${id}) does not inherit environment PROD, 2 HA replicas, 1 synchronous replica, the connection pooler and its VPC: ` +
                'add `environment`, `replicaCount`, `syncReplicaCount`, `connectionPooler` and `vpcId` to have them, or `environment: "DEV"` if it is not for production.',
        ]);
        expect(requests()).toEqual(["GET getCallerIdentity", "GET getService", "GET listServices"]);
    });

    test("leaves out what the program gives, known or not", async () => {
        const { id } = orders();
        const rest = { replicaCount: 0, syncReplicaCount: 0, connectionPooler: true };
        expect(await warned(id, { environment: "PROD", ...rest })).toEqual([
            `restored: The fork of orders (${id}) does not inherit its VPC: add \`vpcId\` to have it.`,
        ]);
        const preview = await stage.preview(() => {
            const net = new clouddb.Vpc("net2", { cidr: "10.9.0.0/16", regionCode: region });
            const forkFrom = { serviceId: id, strategy: "NOW" } as const;
            new clouddb.Service("restored", { environment: "PROD", ...rest, vpcId: net.id, forkFrom });
        });
        expect(warningsOf(preview)).toEqual([]);
    });

    test("has nothing to say about a DEV service, of a fork that is to be DEV, or where all is given", async () => {
        const { id, vpc_id } = orders();
        expect(await warned(id, { environment: "DEV" })).toEqual([]);
        const rest = { replicaCount: 1, syncReplicaCount: 0, connectionPooler: false, vpcId: vpc_id! };
        expect(await warned(id, { environment: "PROD", ...rest })).toEqual([]);
        expect(await warned(stage.emulator.create.service({ name: "dev", pooler: true }).id)).toEqual([]);
        const fork = { branch: "b", serviceId: id };
        expect(warningsOf(await stage.preview(() => new clouddb.PreviewFork("p", fork)))).toEqual([]);
    });

    test("says it of a parent in the same program", async () => {
        const parent = () => new clouddb.Service("orders", { environment: "PROD" });
        await stage.up(parent);
        const preview = await stage.preview(() => {
            const forkFrom = { serviceId: parent().id, strategy: "NOW" } as const;
            return new clouddb.Service("restored", { forkFrom });
        });
        expect(warningsOf(preview)).toEqual([expect.stringContaining("does not inherit environment PROD: add")]);
    });
});

test.each<[string, (id: clouddb.Service["id"]) => unknown, string]>([
    [
        "a replica set",
        (serviceId) => new clouddb.ReadReplicaSet("set", { serviceId, nodes: 1, cpuMillis: 500, memoryGbs: 2 }),
        "serviceId",
    ],
    [
        "a fork of now",
        (serviceId) => new clouddb.Service("copy", { forkFrom: { serviceId, strategy: "NOW" } }),
        "forkFrom.strategy",
    ],
])("%s of a service that the same program pauses is refused in the preview", async (_, child, property) => {
    const parent = (paused: boolean) => new clouddb.Service("orders", { regionCode: region, paused });
    await stage.up(() => parent(false));
    stage.calls();
    const message = await refused(() => void child(parent(true).id));
    expect(message).toContain(property);
    expect(message).toContain("this program pauses");
    expect(stage.calls()).toEqual([]);
    await stage.up(() => void child(parent(false).id));
    expect(JSON.stringify(stage.stack.state)).not.toContain("related");
});

test("a service in another region than the VPC of the same program is refused in the preview", async () => {
    const program = (regionCode: string) => () => {
        const { id } = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: region });
        new clouddb.Service("db", { regionCode, vpcId: id });
    };
    stage.calls();
    expect(await refused(program("eu-west-1"))).toContain(
        `property regionCode value {eu-west-1} has a problem: must be the region of its VPC, which is ${region}`,
    );
    expect(stage.calls()).toEqual([]);
    await stage.up(program(region));
    expect(JSON.stringify(stage.stack.state)).not.toContain("related");
});

test("a region of the VPC that only the `up` will know is not compared in the preview", async () => {
    await stage.up(() => {
        const { id } = new clouddb.Service("orders", { regionCode: region });
        const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: id.apply(() => region) });
        new clouddb.Service("db", { regionCode: region, vpcId: net.id });
    });
    expect(stage.calls()).toContain("attachServiceToVpc");
});

describe("a service that is moved to a VPC", () => {
    const moved = (vpcId: string | clouddb.Vpc["id"], more: object = {}) =>
        new clouddb.Service("db", { regionCode: region, vpcId, ...more });
    const home = () => new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: region });
    const elsewhere = () => stage.emulator.create.vpc({ region_code: "eu-west-1" }).id;

    beforeEach(async () => {
        await stage.up(() => moved(home().id));
        stage.calls();
    });

    test.each<[string, () => string, (id: string) => string]>([
        ["that does not exist", () => "vpc0009999", (id) => `vpcId: There is no VPC ${id} in project `],
        [
            "in another region",
            elsewhere,
            (id) => `vpcId: VPC ${id} is in region eu-west-1, and the service in ${region}.`,
        ],
    ])("%s stays where it is: the preview fails, and so does the `up` without one", async (_, idOf, text) => {
        const id = idOf();
        const program = () => [home(), moved(id)];
        expect(await refused(program)).toContain(text(id));
        expect(errorsOf(await stage.tryUp(program)).join()).toContain(text(id));
        expect(stage.calls()).toEqual([]);
        expect(stage.services[0]!.vpc_id).not.toBeNull();
        await stage.up(() => moved(home().id));
        expect(stage.calls()).toEqual([]);
    });

    test("by an adoption is adopted only if it can be", async () => {
        const { id } = stage.emulator.create.service({ region_code: region });
        const program = () => [moved(home().id), new clouddb.Service("other", { adopt: id, vpcId: "vpc0009999" })];
        expect(await refused(program)).toContain("There is no VPC vpc0009999 in project ");
        expect(errorsOf(await stage.tryUp(program)).join()).toContain("vpcId: There is no VPC vpc0009999 in project ");
        expect(stage.calls()).toEqual([]);
    });
});

describe("an `up` that lifts a protection, and asks for a replacement", () => {
    const size = { cpuMillis: 500, memoryGbs: 2 };
    const net = (regionCode: string) => new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode });
    const db = (args: clouddb.ServiceArgs) => new clouddb.Service("db", { ...size, environment: "PROD", ...args });

    test.each<[string, clouddb.ServiceArgs, string[]]>([
        ["`deletionProtection: false`", { deletionProtection: false }, []],
        ['`environment: "DEV"`', { environment: "DEV" }, ["setServiceEnvironment"]],
    ])("carries out nothing but %s", async (lifted, args, calls) => {
        await stage.up(() => db({ regionCode: region }));
        stage.calls();
        const program = () => db({ regionCode: "eu-west-1", cpuMillis: 1000, memoryGbs: 4, ...args });
        const { preview } = await stage.up(program);
        expect(warningsOf(preview).join()).toContain(
            `this one only carries out ${lifted}, and the next one would REPLACE`,
        );
        expect(messagesOf(preview).join()).not.toContain("resize");
        expect(stage.calls()).toEqual(calls);
        await stage.up(program);
        expect(stage.calls()).toEqual(["createService", "deleteService"]);
    });

    test("is refused where the VPC is replaced as well, before the service leaves it", async () => {
        const program = (regionCode: string, more: object) => () =>
            db({ regionCode, vpcId: net(regionCode).id, ...more });
        await stage.up(program(region, {}));
        stage.calls();
        const both = program("eu-west-1", { deletionProtection: false });
        expect(await refused(both)).toContain(
            "lifting the protection needs a `pulumi up` of its own, in which vpcId has to stay as it is. 1. Lift",
        );
        await stage.up(program(region, { deletionProtection: false }));
        await stage.up(both);
        expect(stage.services).toMatchObject([{ region_code: "eu-west-1" }]);
    });

    test("stays in its VPC also without a preview", async () => {
        const program = (regionCode: string, more: object) => () =>
            db({ regionCode, vpcId: net(regionCode).id, ...more });
        await stage.up(program(region, {}));
        const { vpc_id: home } = stage.services[0]!;
        stage.calls();
        const both = program("eu-west-1", { deletionProtection: false });
        expect(errorsOf(await stage.tryUp(both)).join()).toContain("in which vpcId has to stay as it is");
        expect(stage.calls()).toEqual(["createVpc"]);
        expect(stage.services).toMatchObject([{ vpc_id: home }]);
    });
});
