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
            "two resources of one program with one name",
            () => [1, 2].map((n) => new clouddb.Service(`db${n}`, { name: "db" })),
            () => 'Two resources of this program want to create service "db"',
        ],
        [
            "a set's service that does not exist",
            () => new clouddb.ReadReplicaSet("r", { serviceId: "nonesuch", ...size }),
            () => "property serviceId value {nonesuch} has a problem: There is no service nonesuch",
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
    const [note] = messagesOf(preview).filter((message) => message.startsWith("adopts "));
    expect(note).toMatch(new RegExp(`^adopts service ${id}; then .*environment.*cpuMillis|resize`));
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
    expect(errorsOf(outcome).join()).toContain("vpcId: There is no VPC nonesuch in project");
    expect(stage.calls()).toEqual([]);
    const { id } = stage.emulator.create.vpc({ name: "far", region_code: "eu-west-1" });
    const elsewhere = await stage.tryUp(() => new clouddb.Service("orders", { vpcId: id, regionCode: region }));
    expect(errorsOf(elsewhere).join()).toContain("is in region eu-west-1");
    expect(stage.calls()).toEqual([]);
});

test("a plan is a line that stays, with the resource's name; a refresh prints none", async () => {
    const orders = (args: object) => () => new clouddb.Service("orders", args);
    await stage.up(orders({ environment: "DEV", cpuMillis: 500, memoryGbs: 2 }));
    const changed = orders({ environment: "PROD", cpuMillis: 2000, memoryGbs: 8 });
    expect(messagesOf(await stage.preview(changed))).toEqual([
        expect.stringMatching(/^orders: .*environment.*resize to 2 CPU \/ 8 GB|^orders: resize to 2 CPU.*environment/),
    ]);
    expect(messagesOf(await stage.refresh())).toEqual([]);
    const replaced = await stage.preview(orders({ regionCode: "eu-west-1", deletionProtection: false }));
    const said = [...messagesOf(replaced), ...replaced.rows.map(({ message }) => message)];
    expect(said.filter((message) => message.includes("REPLACE"))).toEqual([
        "orders: REPLACE: regionCode cannot change in place, its data will be lost.",
    ]);
});

test("what has no data loses none: a VPC that a forced replacement would delete first", async () => {
    const net = () =>
        new clouddb.Vpc("net", { name: "net", cidr: "10.9.0.0/16", regionCode: region }, { deleteBeforeReplace: true });
    await stage.up(net);
    const warnings = warningsOf(await stage.preview(net, { replace: ["net"] })).join();
    expect(warnings).toContain("it is DELETED first. If not,");
});
