// The line that a state stores instead of code, compared with what the SDK's own dynamic resources store.
import * as pulumi from "@pulumi/pulumi";
import type { PropertyMap } from "../support/propertyMaps";
import { registrationsOf, unwrapped } from "../support/monitor";
import { Service } from "../../src";
import { urnOf, withRig } from "./support";

/** A dynamic resource of the SDK with the same type. */
class Theirs extends pulumi.dynamic.Resource {
    constructor(name: string) {
        const provider: pulumi.dynamic.ResourceProvider = {
            check: (_olds: unknown, news: unknown) => Promise.resolve({ inputs: news }),
            create: () => Promise.resolve({ id: "theirs", outs: { made: true } }),
        };
        super(provider, name, { regionCode: "us-east-1" }, {}, "clouddb", "Service");
    }
}

test("our resources and those of the SDK have the same type, property and host", async () => {
    const [theirs, ours] = await registrationsOf(async () => {
        await new Promise((resolve) => new Theirs("theirs").urn.apply(resolve));
        new Service("ours", { regionCode: "us-east-1" });
    });
    expect(ours!.type).toBe(theirs!.type);
    const [bagOfTheirs, bagOfOurs] = [theirs, ours].map((one) => unwrapped(one!.properties) as PropertyMap);
    const added = Object.keys(bagOfOurs!).filter((key) => !(key in bagOfTheirs!));
    expect(added).toEqual(["__clouddb"]);
    expect(typeof bagOfTheirs!["__provider"]).toBe("string");
    expect(String(bagOfOurs!["__provider"]).length * 10).toBeLessThan(String(bagOfTheirs!["__provider"]).length);
    await withRig(async ({ provider }) => {
        for (const bag of [bagOfTheirs!, bagOfOurs!]) {
            const { inputs, failures } = await provider.check(urnOf("Service", "thing"), {}, bag);
            expect(failures).toEqual([]);
            // Only the default name is added.
            const hidden = bag["__clouddb"] as PropertyMap | undefined;
            const added =
                hidden === undefined
                    ? {}
                    : {
                          name: expect.stringMatching(/^ours-\w{7}$/) as unknown,
                          __clouddb: { ...hidden, autoNamed: "unique" },
                      };
            expect(inputs).toEqual({ ...bag, ...added });
            const { id, outs } = await provider.create(urnOf("Service", "thing"), inputs);
            expect(id).not.toBe("");
            expect(outs["__provider"]).toBe(bag["__provider"]);
        }
    });
});

test("the state of a service is small, and has no code of the package but the provider string", () =>
    withRig(async ({ provider, created, emulator }) => {
        const net = await created("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        const parent = emulator.create.service({ name: "parent" });
        const anHourAgo = new Date(emulator.now() - 3_600_000).toISOString();
        const { id, outs } = await created("Service", "db", {
            forkFrom: { serviceId: parent.id, strategy: "PITR", targetTime: anHourAgo },
            name: "orders-of-the-shop",
            cpuMillis: 2000,
            memoryGbs: 8,
            environment: "PROD",
            replicaCount: 2,
            syncReplicaCount: 1,
            connectionPooler: true,
            vpcId: net.id,
            password: "a-password-of-thirty-two-letters",
            passwordVersion: 1,
            paused: false,
            deletionProtection: true,
        });
        const stored = JSON.stringify((await provider.read(id, outs)).props);
        expect(stored.length).toBeLessThan(1_600);
        expect(stored.match(/require|function|=>/g)).toEqual(["=>", "require"]);
        expect(stored).not.toContain(emulator.token);
        // The address is remembered, so that what is not found at another one does not count as gone.
        expect(stored.split(emulator.url)).toHaveLength(2);
    }));
