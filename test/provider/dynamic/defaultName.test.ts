// The name that a resource gets which is given none. What follows from it is in test/rules/names.
import fc from "fast-check";
import { unknownValue } from "../../../src/provider/dynamic/inputs";
import { definitions, type Project } from "../../../src/provider/lifecycle";
import { systemClock } from "../../../src/shared/clock";
import { defaultName, nameScope } from "../../../src/provider/dynamic/autoName";
import { checkInputs } from "../../../src/provider/dynamic/checkInputs";
import { parseInputs } from "../../../src/provider/dynamic/inputs";
import { silentLog } from "../../../src/provider/dynamic/engineConnection";
import { ProviderRuntime } from "../../../src/provider/dynamic/providerRuntime";

const regionCode = "us-east-1";
const urnOf = (type: string, name: string, stack = "dev") =>
    `urn:pulumi:${stack}::shop::pulumi-nodejs:dynamic/clouddb:${type}::${name}`;
const own = fc.string({ unit: "grapheme", minLength: 1, maxLength: 140 }).filter((text) => !text.includes("::"));
const nameOf = (name: string, args: object, scope?: string, stack = "dev") => {
    const inputs = parseInputs({ ...args, __clouddb: { urn: urnOf("Service", name, stack) } });
    return defaultName(definitions.service, inputs, "unique", scope);
};

test("the hash is the same for the same resource, and another for each stack, scope, name and argument of a replacement", () => {
    const args = fc.record({
        regionCode: fc.constantFrom("us-east-1", "eu-west-1", undefined),
        addons: fc.constantFrom(["ai"], ["ai", "time-series"], []),
        projectId: fc.constantFrom("p", undefined),
    });
    fc.assert(
        fc.property(own, own, args, args, (name, other, one, two) => {
            const base = nameOf(name, one);
            expect(nameOf(name, { ...one, cpuMillis: 1000, vpcId: "v" })).toBe(base);
            expect(nameOf(name, { ...one, addons: [...one.addons].reverse() })).toBe(base);
            expect(nameOf(name, one, "acme")).not.toBe(base);
            expect(nameOf(name, one, undefined, "two")).not.toBe(base);
            if (other !== name) expect(nameOf(other, one)).not.toBe(base);
            if (JSON.stringify(one) !== JSON.stringify(two)) expect(nameOf(name, two)).not.toBe(base);
        }),
    );
});

test("the inputs of a preview whose name is unknown are those of the `up`, as an update plan compares them", () => {
    const [urn, size] = [urnOf("ReadReplicaSet", "ro"), { nodes: 1, cpuMillis: 500, memoryGbs: 2 }];
    const hiddenOf = (serviceId: string, scope?: string) => {
        const declared = parseInputs({ ...size, serviceId, __clouddb: { urn } });
        return checkInputs(definitions.readReplicaSet, parseInputs({}), declared, "unique", scope).inputs.hidden;
    };
    expect(hiddenOf(unknownValue)).toEqual(hiddenOf("s", "acme"));
    expect(hiddenOf("s").unscoped).toBe(true);
});

test("the hash is the same by either provider, below parents of either as well", () => {
    const named = (types: string) => {
        const urn = `urn:pulumi:dev::shop::${types}::db::clouddb:index:Vpc`;
        return defaultName(definitions.service, parseInputs({ __clouddb: { urn } }), "unique", "acme");
    };
    for (const parents of ["", "acme:index:Platform$", "acmeclouddb:index:Vpc$"]) {
        const dynamic = named(`${parents}pulumi-nodejs:dynamic/clouddb:Vpc$pulumi-nodejs:dynamic/clouddb:Service`);
        expect(named(`${parents}clouddb:index:Vpc$clouddb:index:Service`)).toBe(dynamic);
        expect(named(`${parents}clouddb:index:Service`)).not.toBe(dynamic);
    }
    const another = named("acmeclouddb:index:Vpc$clouddb:index:Service");
    expect(another).not.toBe(named("acmepulumi-nodejs:dynamic/clouddb:Vpc$clouddb:index:Service"));
});

test("the hash makes a name that the API takes, however long the resource's own is", () => {
    fc.assert(
        fc.property(own, (name) => {
            const full = String(nameOf(name, {}));
            expect(full.length).toBeLessThanOrEqual(128);
            expect(full).toMatch(/-[0-9a-z]{7}$/);
        }),
    );
});

test.each(["service", "vpc", "readReplicaSet"] as const)(
    "the hash of a %s depends on every argument that only a replacement changes",
    (type) => {
        const definition = definitions[type];
        const replacing = Object.entries(definition.rules).flatMap(([key, rule]) => (rule === "replace" ? [key] : []));
        for (const key of replacing.filter((one) => one !== "name")) {
            const name = (value: unknown) =>
                defaultName(definition, parseInputs({ [key]: value, __clouddb: { urn: urnOf("X", "x") } }), "unique");
            expect([key, name(["a"])]).not.toEqual([key, name(["b"])]);
            expect([key, name(unknownValue)]).toEqual([key, unknownValue]);
        }
    },
);

test("the hash is the same in every version of the package: what an earlier one has left is recognised", () => {
    const named = (type: "service" | "vpc", args: object) =>
        defaultName(definitions[type], parseInputs({ ...args, __clouddb: { urn: urnOf("X", "x") } }), "unique", "acme");
    const forkFrom = { serviceId: "s1", strategy: "PITR", targetTime: "2026-01-01T00:00:00Z" };
    expect([
        named("service", {}),
        named("service", { regionCode, addons: ["time-series", "ai"], projectId: "p1" }),
        named("service", { forkFrom, name: "x", cpuMillis: 1000 }),
        named("vpc", { regionCode, cidr: "10.0.0.0/16" }),
    ]).toEqual(["x-gv3pbjr", "x-pvbfjht", "x-9bib2q0", "x-ucdtqzx"]);
});

test("the own name, where that is asked for; none where it is not known", () => {
    const inputs = parseInputs({ __clouddb: { urn: urnOf("Service", "orders") } });
    expect(defaultName(definitions.service, inputs, "plain")).toBe("orders");
    expect(defaultName(definitions.peering, inputs, "unique")).toBe("orders");
    expect(defaultName(definitions.service, parseInputs({}), "unique")).toBeUndefined();
});

test("the first part of the hash is the same for every scope, and another for what another resource asks for", () => {
    const ownPart = (name: unknown) => String(name).slice(0, -4);
    fc.assert(
        fc.property(own, fc.string(), fc.string(), (name, one, two) => {
            expect(ownPart(nameOf(name, { regionCode }, one))).toBe(ownPart(nameOf(name, { regionCode }, two)));
        }),
    );
    const others = [
        nameOf("orders", { regionCode }, "acme"),
        nameOf("orders", { regionCode: "eu-west-1" }, "acme"),
        nameOf("orders", { regionCode }, "acme", "pr-1"),
        nameOf("orders", { regionCode }, "acme", "pr-2"),
    ];
    expect(new Set(others.map(ownPart)).size).toBe(others.length);
});

describe("the scope", () => {
    const runtimeOf = (environment: Record<string, string>) => new ProviderRuntime(systemClock, silentLog, environment);
    const open = jest.fn((id: string): Promise<Pick<Project, "id">> => Promise.resolve({ id }));
    const scopeOf = (environment: Record<string, string>, projectId = "p", organization?: string) =>
        nameScope(runtimeOf(environment), organization, () => open(projectId));

    test("is the organization, for which no project is opened", async () => {
        expect(await scopeOf({}, "p", "acme")).toBe("acme");
        expect(open).not.toHaveBeenCalled();
    });

    test("is without one the backend, and the project of the API", async () => {
        const [one, two] = [{ PULUMI_BACKEND_URL: "s3://one" }, { PULUMI_BACKEND_URL: "s3://two" }];
        const scopes = await Promise.all([scopeOf(one), scopeOf(two), scopeOf(one, "other")]);
        expect(new Set(scopes).size).toBe(3);
        expect(await scopeOf(one)).toBe(scopes[0]);
    });

    test("is not known where the backend is not", async () => {
        open.mockClear();
        expect(await scopeOf({ PULUMI_BACKEND_URL: "file://state" })).toBeUndefined();
        expect(open).not.toHaveBeenCalled();
    });
});
