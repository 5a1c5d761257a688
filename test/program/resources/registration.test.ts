// What each resource registers with the engine, over the CLI's protocol.
import * as pulumi from "@pulumi/pulumi";
import { ReadReplicaSet, Service, Vpc } from "../../../src";
import { registrationsOf, unwrapped, type Registration } from "../../support/monitor";
import { isMarked } from "../../support/propertyMaps";
import { declaredOutputs, samples } from "./samples";

const named = (all: readonly Registration[], name: string): Registration => all.find((one) => one.name === name)!;
const hiddenOf = (one: Registration) => unwrapped(one.properties["__clouddb"]);

describe.each(samples)("$type", ({ type, source, make, look }) => {
    test("registers its arguments, its URN, a constant string in place of code, and nothing else", async () => {
        const [one] = await registrationsOf(() => make("thing"));
        expect(one!.type).toBe(`pulumi-nodejs:dynamic/clouddb:${type}`);
        expect(one!.properties["__provider"]).toBe(source);
        expect(source.length).toBeLessThan(75);
        const given = Object.keys(one!.properties).filter((key) => !key.startsWith("__"));
        expect(given.filter((key) => !declaredOutputs(type).includes(key))).toEqual([]);
        expect(hiddenOf(one!)).toEqual({ urn: one!.urn });
        expect(one!.timeouts).toEqual({ create: "", update: "", delete: "" });
        expect(one!.dependencies).toEqual([]);
        expect(Object.values(one!.propertyDependencies).flat()).toEqual([]);
    });

    test("is looked up by its id, in the project and with the profile named", async () => {
        const [one] = await registrationsOf(() =>
            look("thing", "some-id", { projectId: "p", profile: pulumi.output("blue") }),
        );
        expect(one!.id).toBe("some-id");
        expect(one!.properties).toEqual({
            projectId: "p",
            profile: "blue",
            __clouddb: { urn: one!.urn },
            __provider: source,
        });
    });

    test("passes its time-outs on to its provider and to the engine", async () => {
        const customTimeouts = { create: "1h30m", update: "90s" };
        const [one] = await registrationsOf(() => make("thing", { customTimeouts }));
        expect(hiddenOf(one!)).toEqual({ urn: one!.urn, timeouts: customTimeouts });
        expect(one!.timeouts).toEqual({ ...customTimeouts, delete: "" });
    });
});

describe("the URN that the provider is told is the engine's", () => {
    class Shop extends pulumi.ComponentResource {
        constructor(
            name: string,
            inside: (parent: pulumi.Resource) => unknown,
            opts?: pulumi.ComponentResourceOptions,
        ) {
            super("shop:index:Shop", name, {}, opts);
            inside(this);
        }
    }

    test("under components, another resource of the package and the stack itself, without a dependency on them", async () => {
        const all = await registrationsOf(() => {
            new Shop("outer", (outer) => {
                new Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, { parent: outer });
                new Shop("inner", (inner) => new Service("orders", {}, { parent: inner }), { parent: outer });
            });
            const db = new Service("lone", {}, { parent: pulumi.runtime.getStackResource() });
            new ReadReplicaSet("reports", { serviceId: "s", nodes: 1, cpuMillis: 1000, memoryGbs: 4 }, { parent: db });
        });
        for (const name of ["net", "orders", "lone", "reports"]) {
            const one = named(all, name);
            expect(hiddenOf(one)).toEqual({ urn: one.urn });
            if (name !== "lone") expect(one.dependencies).toEqual([]);
        }
        expect(named(all, "orders").urn).toContain(
            "shop:index:Shop$shop:index:Shop$pulumi-nodejs:dynamic/clouddb:Service::",
        );
    });

    test("the inputs of a component that wait for its own child are no deadlock", async () => {
        const all = await registrationsOf(() => {
            new Shop("outer", (outer) => {
                const net = new Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, { parent: outer });
                new Service("orders", { vpcId: net.id }, { parent: outer });
            });
        });
        const { urn } = named(all, "net");
        expect(named(all, "orders").dependencies).toEqual([urn]);
        expect(named(all, "orders").propertyDependencies["vpcId"]).toEqual([urn]);
        expect(named(all, "orders").propertyDependencies["__clouddb"] ?? []).toEqual([]);
    });
});

describe("secrets", () => {
    test("the passwords of a service are secret outputs, beside those that the program names", async () => {
        const [one] = await registrationsOf(() => new Service("orders", {}, { additionalSecretOutputs: ["endpoint"] }));
        expect([...one!.additionalSecretOutputs].sort()).toEqual(["endpoint", "initialPassword", "password"]);
    });

    test.each([
        ["plain", "planted"],
        ["an output", pulumi.output("planted")],
        ["a promise", Promise.resolve("planted")],
        ["a secret", pulumi.secret("planted")],
    ])("a password that is %s goes out as a secret", async (_, password) => {
        const [one] = await registrationsOf(() => new Service("orders", { password }));
        expect(isMarked(one!.properties["password"])).toBe(true);
        expect(unwrapped(one!.properties["password"])).toBe("planted");
    });

    test("a service without a password has none, not an empty secret", async () => {
        const [one] = await registrationsOf(() => new Service("orders", {}));
        expect(one!.properties).not.toHaveProperty("password");
    });
});
