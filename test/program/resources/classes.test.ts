// What the classes do beside declaring arguments and outputs: recognise their instances, look resources up, and refuse misuse.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../../src";
import { registrationsOf } from "../../support/monitor";
import type { Type } from "../../support/types";
import { declaredOutputs, samples } from "./samples";
import { thrownBy } from "./support";

type Class = { isInstance(value: unknown): boolean };
const classOf = (name: string): Class => (clouddb as unknown as Record<string, Class>)[name]!;

test("isInstance is true for a resource of its own class only", async () => {
    const made = new Map<string, pulumi.Resource>();
    await registrationsOf(() => {
        for (const { type, make } of samples) made.set(type, make("thing"));
        made.set(
            "PrivateService",
            new clouddb.PrivateService("private", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }),
        );
        made.set("component", new pulumi.ComponentResource("test:index:Other", "other"));
    });
    for (const name of [...samples.map(({ type }) => type), "PrivateService", "PreviewFork"]) {
        const recognised = [...made].filter(([, one]) => classOf(name).isInstance(one)).map(([type]) => type);
        expect([name, recognised]).toEqual([name, name === "PreviewFork" ? [] : [name]]);
        expect([undefined, null, "text", {}].map((value) => classOf(name).isInstance(value))).not.toContain(true);
    }
});

test("what a program exports is the documented outputs: no arguments, which may have a password in the clear", async () => {
    const shown: Record<string, string[]> = {};
    const propertiesOf = (value: object) => Object.keys(value).filter((key) => !key.startsWith("__"));
    await registrationsOf(() => {
        for (const { type, make } of samples) shown[type] = propertiesOf(make("thing"));
        const password = "hunter2";
        const component = new clouddb.PrivateService("p", { vpcId: "v1", service: { password } });
        shown["PrivateService"] = propertiesOf(component);
        shown["PreviewFork"] = propertiesOf(
            new clouddb.PreviewFork("f", { branch: "b", serviceId: "s1", service: { password } }),
        );
    });
    const components: Readonly<Record<string, readonly string[]>> = {
        PrivateService: ["vpc", "vpcId", "peering", "service"],
        PreviewFork: ["service", "expiresAt"],
    };
    for (const [type, properties] of Object.entries(shown)) {
        const own = components[type] ?? declaredOutputs(type as Type);
        expect([type, properties.filter((key) => !["id", "urn", ...own].includes(key))]).toEqual([type, []]);
    }
});

/** What a program that calls `work` ends with. */
const messageOf = async (work: () => unknown): Promise<string> => {
    const thrown = await thrownBy(work);
    expect(pulumi.RunError.isInstance(thrown)).toBe(true);
    expect(thrown.stack).toBe("");
    return thrown.message;
};

describe("get", () => {
    test("takes options after the state, as Pulumi's own classes do", async () => {
        const [, one] = await registrationsOf(() => {
            const parent = new pulumi.ComponentResource("test:index:Other", "other");
            clouddb.Service.get("theirs", "s-1", { projectId: "p" }, { parent });
        });
        expect(one!.urn).toContain("test:index:Other$");
        expect(one!.properties).toMatchObject({ projectId: "p" });
    });

    test.each([
        [
            { parent: undefined },
            'Service.get of "theirs": parent is a resource option: pass it in the parameter after the state, `Service.get(name, id, {}, { parent: ... })`',
        ],
        [
            { name: "orders" },
            'Service.get of "theirs": name does not say where to look it up: only projectId and profile do',
        ],
        ["s-1", 'Service.get of "theirs": its state must be an object'],
    ])("refuses the state %j", async (state, message) => {
        expect(await messageOf(() => clouddb.Service.get("theirs", "s-1", state as object))).toBe(message);
    });
});

test.each([
    [
        () => new clouddb.Service("orders", {}, { import: "s-1" }),
        'Service "orders": the option `import` does not work for dynamic resources. Use the argument `adopt: "s-1"` instead, or write a file for `pulumi import --file` with `clouddb import`.',
    ],
    [
        () => new clouddb.PeeringActivation("active", { peeringId: "v/p" }, { import: "v/p" }),
        'PeeringActivation "active": the option `import` does not work for dynamic resources. There is nothing to import: leave the option out.',
    ],
])("the option import is refused with what to do instead", async (make, message) => {
    expect(await messageOf(make)).toBe(message);
});

test("the option deletedWith is refused where it would lose the resource", async () => {
    let refused: Promise<string> | undefined;
    await registrationsOf(() => {
        const deletedWith = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        refused = messageOf(() => new clouddb.Service("orders", { vpcId: deletedWith.id }, { deletedWith }));
    });
    expect(await refused).toBe(
        'Service "orders": the option `deletedWith` cannot name a VPC: the API does not delete a service with it, so the service would stay, in no state. Leave the option out.',
    );
});
