// What a person reads on a resource's row and in its errors, word by word, where no other test holds it.
import type { EmulatorOptions, ServiceRow } from "../../src/emulator";
import { type PropertyMap, type Deployed, failureOf, Stack, upFailureOf } from "../support/inProcess";

let stack: Stack;
const begin = async (options: EmulatorOptions = {}, config: Readonly<Record<string, string>> = {}) => {
    stack = await Stack.start(options, config);
};
afterEach(() => stack.stop());

/** The rows that came with the work. */
async function rowsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const before = stack.lines.length;
    await work();
    return stack.lines.slice(before);
}

const gone = (who: string) =>
    `${who} no longer exists. Run \`pulumi refresh\`; the next \`pulumi up\` then creates it again.`;

test("a step that somebody undoes again and again", async () => {
    await begin();
    const before = await stack.up("Service", "db", { cpuMillis: 1000, memoryGbs: 4 });
    const row = stack.emulator.resource(before.id) as ServiceRow;
    const until = stack.clock.now() + 600_000;
    const meddling = (async () => {
        while (stack.clock.now() < until) {
            await stack.clock.sleep(500);
            const busy = stack.emulator.world.services.get(before.id)?.status !== "READY";
            if (busy && row.environment === "PROD") stack.emulator.drift(before.id, { environment: "DEV" });
        }
    })();
    const wanted = { environment: "PROD", cpuMillis: 2000, memoryGbs: 8, replicaCount: 1, connectionPooler: true };
    const { message, left } = await upFailureOf(stack.up("Service", "db", wanted, before));
    expect(message).toBe(
        `service ${before.id}: setting the environment to PROD was carried out 3 times, but does not last.`,
    );
    await meddling;
    expect((await stack.up("Service", "db", wanted, left)).outs).toMatchObject(wanted);
});

describe("passwords", () => {
    test.each<[string, PropertyMap, PropertyMap, string]>([
        ["password", { password: "open sesame" }, {}, "setting the password"],
        ["new password, then generatePassword -> true", { generatePassword: true }, {}, "setting a new password"],
        [
            "new password",
            { generatePassword: true, passwordVersion: 2 },
            { generatePassword: true, passwordVersion: 1 },
            "setting a new password",
        ],
        [
            "password",
            { password: "open sesame", passwordVersion: "b" },
            { password: "open sesame", passwordVersion: "a" },
            "setting the password",
        ],
    ])("%s: %j", async (plan, args, old, doing) => {
        await begin();
        const before = await stack.up("Service", "db", old);
        expect(await rowsOf(() => stack.diff(before, args))).toEqual([plan]);
        const rows = await rowsOf(() => stack.up("Service", "db", args, before));
        expect(rows).toContainEqual(expect.stringMatching(new RegExp(`^${doing}:? ?.*$`)));
        expect(rows.join("\n")).not.toContain("open sesame");
    });

    test.each<[string, PropertyMap]>([
        ["setting the password", { password: "open sesame" }],
        ["setting a new password", { generatePassword: true }],
    ])("%s, in an error", async (doing, args) => {
        await begin();
        const before = await stack.up("Service", "db", {});
        stack.emulator.faults.add({ endpoint: "updateServicePassword", count: null, do: { kind: "busy" } });
        const { message } = await upFailureOf(stack.up("Service", "db", args, before, { update: "5m" }));
        expect(message).toContain(`service ${before.id}: ${doing} did not complete within 5 m (last error: POST `);
        expect(message).not.toContain("open sesame");
    });
});

test("what only the state keeps: from what to what", async () => {
    await begin({}, { "clouddb:profiles": JSON.stringify({ new: { apiKey: "pat-new" } }) });
    const before = await stack.up("Service", "db", { deletionProtection: true });
    expect(await rowsOf(() => stack.diff(before, { profile: "new", deletionProtection: true }))).toEqual([
        'profile -> "new"',
    ]);
    expect(await rowsOf(() => stack.diff(before, { profile: "new" }))).toEqual([
        'profile -> "new", then deletionProtection -> false',
    ]);
});

describe("peerings", () => {
    const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
    let args: PropertyMap;
    const office = async (waitFor?: string) => {
        const net = await stack.up("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        args = { vpcId: net.id, ...peer };
        return stack.up("Peering", "office", waitFor === undefined ? args : { ...args, waitFor });
    };
    const active = (peering: Deployed, old?: Deployed) =>
        stack.up("PeeringActivation", "active", { peeringId: peering.id }, old);
    const ownId = ({ outs }: Deployed) => String(outs["peeringId"]);

    test("the rows of a goal that comes later", async () => {
        await begin();
        const created = await office("created");
        const plan = (waitFor: string) => rowsOf(() => stack.diff(created, { ...args, waitFor }));
        expect(await plan("provisioned")).toEqual(['wait until it is provisioned, then waitFor -> "provisioned"']);
        expect(await plan("active")).toEqual(['wait until it is active, then waitFor -> "active"']);
        await stack.clock.sleep(10_000);
        stack.emulator.acceptPeering(ownId(created));
        const rows = await rowsOf(() => stack.up("Peering", "office", { ...args, waitFor: "active" }, created));
        expect(rows).toContainEqual(expect.stringMatching(/^waiting until it is active:? ?.*$/));
    });

    test("deleted while it was waited for", async () => {
        await begin();
        const before = await office();
        const waits = [
            upFailureOf(stack.up("Peering", "office", { ...args, waitFor: "active" }, before)),
            upFailureOf(active(before)),
        ];
        await stack.clock.sleep(5_000);
        stack.emulator.remove(ownId(before));
        const failures = await Promise.all(waits);
        expect(failures.map(({ message }) => message)).toEqual([
            `peering ${before.id}: waiting until it is active failed: it was deleted meanwhile. Run \`pulumi refresh\`; the next \`pulumi up\` creates it again.`,
            `activation of peering ${before.id}: waiting until it is active failed: it was deleted meanwhile. Run \`pulumi refresh\`; the next \`pulumi up\` creates it again.`,
        ]);
    });

    test("gone before the next up", async () => {
        await begin();
        const before = await office();
        const { left } = await upFailureOf(active(before));
        stack.emulator.remove(ownId(before));
        await stack.clock.sleep(60_000);
        const update = failureOf(stack.up("Peering", "office", { ...args, waitFor: "active" }, before));
        expect((await update).message).toBe(gone(`peering ${before.id}`));
        expect((await failureOf(active(before, left))).message).toBe(gone(`activation of peering ${before.id}`));
    });
});

describe("a caller with a user's token, and no project named", () => {
    test("of several projects", async () => {
        await begin({ tokens: [{ token: "oat", projects: ["main", "analytics"] }] }, { "clouddb:apiKey": "oat" });
        const [main, analytics] = [...stack.emulator.world.projects.values()];
        const { message } = await upFailureOf(stack.up("Service", "db", {}));
        expect(message).toBe(
            `The caller has several projects: ${main!.id} (main), ${analytics!.id} (analytics). ` +
                "Choose one with `pulumi config set clouddb:projectId ID`, or with the argument `projectId`.",
        );
    });

    test("of none", async () => {
        await begin({ tokens: [{ token: "oat", projects: [], type: "oauth" }] }, { "clouddb:apiKey": "oat" });
        expect((await upFailureOf(stack.up("Service", "db", {}))).message).toBe("The caller has no project.");
    });
});

test("a version that is neither a number nor a text", async () => {
    await begin();
    const check = stack.check("Service", "db", { generatePassword: true, passwordVersion: true });
    expect((await failureOf(check)).message).toBe("passwordVersion: must be a number or a text");
});
