// The answer to a create call is the new resource only if nothing that it shows says otherwise.
import { fault, stack } from "../../support/eachStack";
import { upFailureOf } from "../../support/inProcess";

const regionCode = "us-east-1";
const args = { regionCode };
const theirPassword = "somebody-elses";
const services = () => [...stack.emulator.world.services.values()];
const ids = () => services().map(({ id }) => id);
const posts = () => stack.calls().filter((call) => call === "createService").length;

/** The record of a service as the API shows it, with the password that an answer to a creation has, and other fields. */
async function recordOf(id: string, more: object = {}): Promise<object> {
    const { url, projectId, token } = stack.emulator;
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/projects/${projectId}/services/${id}`, { headers });
    return { ...((await response.json()) as object), initial_password: theirPassword, ...more };
}

/** The next create calls are answered with another record, before or after they have done their work. */
function answered(when: "before" | "after", show: () => Promise<object>, count = 1): void {
    const body = {};
    fault("createService", { kind: "status", status: 202, body, when }, { count });
    let left = count;
    stack.emulator.intercept({
        async [when]({ endpoint }: { endpoint: string | undefined }) {
            if (endpoint === "createService" && left-- > 0) Object.assign(body, await show());
        },
    });
}

describe("an answer that shows something else counts as lost", () => {
    test.each(["before", "after"] as const)("a service that was listed before the call, %s the work", async (when) => {
        const other = stack.emulator.create.service({ name: "other" });
        const created = new Date(stack.emulator.now()).toISOString();
        answered(when, () => recordOf(other.id, { name: "orders", created }));
        const made = await stack.up("Service", "orders", args);
        expect(ids()).toEqual([other.id, made.id]);
        expect(posts()).toBe(when === "after" ? 1 : 2);
        expect(JSON.stringify(made.outs)).not.toContain(theirPassword);
    });

    test.each([
        ["of another name", { name: "other" }],
        ["in another region", { name: "orders", region_code: "eu-west-1" }],
    ])("a service %s, which somebody else has just created", async (_what, row) => {
        let theirs = "";
        answered("after", () => {
            theirs = stack.emulator.create.service({ age_ms: 0, ...row }).id;
            return recordOf(theirs);
        });
        const made = await stack.up("Service", "orders", args);
        expect(ids().sort()).toEqual([theirs, made.id].sort());
        expect(made.id).not.toBe(theirs);
        expect(JSON.stringify(made.outs)).not.toContain(theirPassword);
    });

    test("again and again: the error names what was shown, and what may exist", async () => {
        const other = stack.emulator.create.service({ name: "other" });
        answered("before", () => recordOf(other.id), 9);
        const { message, left } = await upFailureOf(stack.up("Service", "orders", args));
        expect([left, posts(), services()]).toEqual([undefined, 3, [other]]);
        expect(message).toMatch(new RegExp(`was answered with ${other.id}, created .* ago, which was there before`));
        expect(message).toMatch(
            /service "orders" in project \S+ is not listed so far, but may exist all the same\. The next/,
        );
    });

    test("what has its name and is not what was asked for: nothing is created beside it, and the error names it", async () => {
        answered("after", async () => {
            const [made] = services();
            stack.emulator.drift(made!.id, { region_code: "eu-west-1" });
            return recordOf(made!.id);
        });
        const { message, left } = await upFailureOf(stack.up("Service", "orders", args));
        const [made, ...others] = ids();
        expect([left, others, posts()]).toEqual([undefined, [], 1]);
        expect(message).toMatch(new RegExp(`with ${made!}, created .* ago, which is not what was asked for`));
        expect(message).toContain(`adopt: "${made!}"`);
    });

    test("but about what the API then shows as it was asked for: the password in it is kept", async () => {
        answered("after", () => recordOf(services()[0]!.id, { region_code: "eu-west-1" }));
        const made = await stack.up("Service", "orders", args);
        expect([ids(), posts()]).toEqual([[made.id], 1]);
        expect(made.outs["initialPassword"]).toBe(theirPassword);
    });

    test("what is older than the call, and that the list before lacked", async () => {
        const old = stack.emulator.create.service({ name: "orders", age_ms: 3_600_000 });
        fault("listServices", { kind: "status", status: 200, body: [] });
        answered("before", () => recordOf(old.id));
        const { message, left } = await upFailureOf(stack.up("Service", "orders", args));
        expect([left, services()]).toEqual([undefined, [old]]);
        expect(message).toContain(`adopt: "${old.id}"`);
    });
});

test.each([
    ["addons that the API makes another type of", { addons: ["ai"] }, "POSTGRES"],
    ["no addons, where the API makes another type of them", {}, "TIMESERIES_DB"],
])("%s: the contract does not say which, so it is what was asked for", async (_what, more, service_type) => {
    answered("after", () => recordOf(ids()[0]!, { service_type }));
    const made = await stack.up("Service", "orders", { ...args, ...more });
    expect([ids(), made.outs["initialPassword"], posts()]).toEqual([[made.id], theirPassword, 1]);
});

test("a name that the API has made shorter: nothing is created beside it, and the error names it", async () => {
    answered("after", () => {
        const [made] = services();
        stack.emulator.drift(made!.id, { name: "ord" });
        return recordOf(made!.id, { name: "ord" });
    });
    const { message, left } = await upFailureOf(stack.up("Service", "orders", args));
    const [made, ...others] = ids();
    expect([left, others, posts()]).toEqual([undefined, [], 1]);
    expect(message).toContain(`is called "ord"`);
    expect(message).toContain("Adopt or delete it before the next `pulumi up`");
    expect(message).toContain(`adopt: "${made!}"`);
});

test.each(["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "yesterday", "2029-12-01T00:00:00"])(
    "the time of creation %s decides nothing",
    async (created) => {
        answered("after", () => recordOf(ids()[0]!, { created }));
        const made = await stack.up("Service", "orders", args);
        expect([ids(), made.outs["initialPassword"], posts()]).toEqual([[made.id], theirPassword, 1]);
    },
);

describe("the hint to adopt what may have been created", () => {
    const lostWith = (
        create: "createService" | "createReplicaSet",
        list: "listServices" | "listReplicaSets",
        body: object[],
    ) => {
        fault(create, { kind: "drop", when: "after" });
        fault(list, { kind: "garbage", body: JSON.stringify(body) }, { after: 1, count: null });
    };

    test("is not given for a record without an id", async () => {
        lostWith("createService", "listServices", [{ name: "orders" }]);
        const { message } = await upFailureOf(stack.up("Service", "orders", args));
        expect(message).toContain("one without an id may be it");
        expect(message).not.toContain("adopt:");
    });

    test("has the id of the parent, also for a record that cannot be read", async () => {
        const { id } = stack.emulator.create.service();
        lostWith("createReplicaSet", "listReplicaSets", [{ id: "rs-1", name: "reports" }]);
        const size = { nodes: 1, cpuMillis: 500, memoryGbs: 2 };
        const { message } = await upFailureOf(stack.up("ReadReplicaSet", "reports", { serviceId: id, ...size }));
        expect(message).toContain(`${id}/rs-1 may be it`);
        expect(message).toContain(`If it is: \`adopt: "${id}/rs-1"\`.`);
    });

    test("names each one of several", async () => {
        lostWith("createService", "listServices", [
            { service_id: "svc-1", name: "orders" },
            { service_id: "svc-2", name: "Orders" },
        ]);
        const { message } = await upFailureOf(stack.up("Service", "orders", args));
        expect(message).toContain('`adopt: "svc-1"` or `adopt: "svc-2"`');
    });
});
