// What a preview sends: values that are not known yet, at any depth.
import { unknownValue } from "../../src/config/propertyValues";
import type { PropertyMap } from "../support/propertyMaps";
import { withRig, type Type } from "./support";

const region = "us-east-1";

/** Every argument there is, each in a form that its schema takes. */
const everything: Readonly<Partial<Record<Type, PropertyMap>>> = {
    Vpc: {
        cidr: "10.0.0.0/16",
        regionCode: region,
        name: "n",
        projectId: "p",
        profile: "blue",
        onNameConflict: "error",
    },
    Peering: {
        vpcId: "v",
        peerAccountId: "123456789012",
        peerRegionCode: region,
        peerVpcId: "vpc-1",
        waitFor: "created",
    },
    Service: {
        name: "n",
        cpuMillis: 1000,
        memoryGbs: 4,
        environment: "DEV",
        replicaCount: 1,
        syncReplicaCount: 1,
        connectionPooler: true,
        vpcId: "v",
        password: "p",
        passwordVersion: 1,
        paused: false,
        forkFrom: { serviceId: "s", strategy: "PITR", targetTime: "2030-01-31T12:00:00Z" },
        deletionProtection: false,
    },
    ReadReplicaSet: {
        serviceId: "s",
        nodes: 1,
        cpuMillis: 1000,
        memoryGbs: 4,
        name: "n",
        environment: "DEV",
        connectionPooler: true,
    },
};
const otherwise: PropertyMap = { regionCode: region, addons: ["time-series", "ai"], generatePassword: true };

/** The paths of all the parts of a value, the value itself left out. */
function pathsIn(value: unknown): (string | number)[][] {
    if (typeof value !== "object" || value === null) return [];
    const parts: [string | number, unknown][] = Array.isArray(value)
        ? value.map((item: unknown, index) => [index, item])
        : Object.entries(value);
    return parts.flatMap(([key, part]) => [[key], ...pathsIn(part).map((path) => [key, ...path])]);
}

function withUnknownAt(value: unknown, [key, ...rest]: readonly (string | number)[]): unknown {
    if (key === undefined) return unknownValue;
    const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
        string,
        unknown
    >;
    copy[key] = withUnknownAt(copy[key], rest);
    return copy;
}

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
    path.reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], value);

test("an unknown value at any depth passes check unchanged", () =>
    withRig(async ({ provider, emulator, inputs }) => {
        const bags: [Type, PropertyMap][] = [
            ...(Object.entries(everything) as [Type, PropertyMap][]),
            ["Service", otherwise],
        ];
        await provider.configure({
            "clouddb:baseUrl": emulator.url,
            "clouddb:apiKey": emulator.token,
            "clouddb:profiles": JSON.stringify({ blue: { apiKey: emulator.token } }),
        });
        for (const [type, args] of bags) {
            for (const path of pathsIn(args)) {
                const news = inputs(type, "thing", withUnknownAt(args, path) as PropertyMap);
                const checked = await provider.check("", {}, news);
                expect({ type, path, failures: checked.failures }).toEqual({ type, path, failures: [] });
                expect(at(checked.inputs, path)).toBe(unknownValue);
            }
        }
        expect(emulator.requests()).toEqual([]);
    }));

test("unknown values together are valid, and do not hide invalid ones", () =>
    withRig(async ({ provider, inputs }) => {
        for (const [type, args] of Object.entries(everything) as [Type, PropertyMap][]) {
            const unknowns = Object.fromEntries(Object.keys(args).map((key) => [key, unknownValue] as const));
            const { failures } = await provider.check("", {}, inputs(type, "thing", unknowns));
            expect(failures).toEqual([]);
        }
        const { failures } = await provider.check(
            "",
            {},
            inputs("Service", "db", {
                vpcId: unknownValue,
                forkFrom: { serviceId: unknownValue, strategy: "SOON" },
                replicaCount: -1,
            }),
        );
        expect(failures.map(({ property }) => property).sort()).toEqual(["forkFrom.strategy", "replicaCount"]);
    }));

test("an unknown part of an argument plans no replacement", () =>
    withRig(async ({ provider, created, inputs, emulator }) => {
        const parent = await created("Service", "parent", { regionCode: region, addons: ["time-series"] });
        emulator.drift(parent.id, { backup_at: 0 });
        const forkFrom = { serviceId: parent.id, strategy: "LAST_SNAPSHOT" };
        const fork = await created("Service", "fork", { forkFrom });
        emulator.clearRequests();
        // A fork stays as it is, whatever its parent turns out to be.
        const cases: [typeof fork, PropertyMap, boolean][] = [
            [parent, { regionCode: region, addons: [unknownValue] }, true],
            [parent, { regionCode: unknownValue, addons: ["time-series"] }, true],
            [fork, { forkFrom: { ...forkFrom, serviceId: unknownValue } }, false],
            [fork, { forkFrom: { ...forkFrom, strategy: unknownValue } }, false],
            [fork, { forkFrom: unknownValue }, false],
        ];
        for (const [stored, args, changes] of cases) {
            const { inputs: news } = await provider.check("", stored.inputs, inputs("Service", stored.name, args));
            const difference = await provider.diff(stored.id, stored.outs, news);
            expect(difference).toMatchObject({ changes, replaces: [] });
        }
        expect(emulator.requests()).toEqual([]);
    }));
