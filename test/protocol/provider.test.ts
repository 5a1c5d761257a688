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
