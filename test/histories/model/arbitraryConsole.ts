// What others do with the same API key, or in the API's console.
import fc from "fast-check";
import { names, regions, size } from "./arbitraries";
import { slot } from "./arbitraryEdit";
import type { Console } from "./history";
import { serviceSlots } from "./program";

const hour = 3_600_000;
const service = fc.constantFrom(...serviceSlots);
const sets = fc.constantFrom("r0" as const, "r1" as const);
const vpcs = fc.constantFrom("v0" as const, "v1" as const);

export const twin: fc.Arbitrary<Console> = fc.record(
    {
        act: fc.constant("twin" as const),
        slot: fc.oneof({ weight: 3, arbitrary: service }, { weight: 1, arbitrary: fc.oneof(vpcs, sets) }),
        unlike: fc.constantFrom("environment" as const, "replicas" as const),
        ageMs: fc.constantFrom(0, 2 * hour),
    },
    { requiredKeys: ["act", "slot", "ageMs"] },
);

export const act: fc.Arbitrary<Console> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant("delete" as const), slot }) },
    {
        weight: 2,
        arbitrary: fc.record({
            act: fc.constant("rename" as const),
            slot: fc.oneof(service, vpcs, sets),
            name: fc.constantFrom(...names, "renamed"),
        }),
    },
    {
        weight: 1,
        arbitrary: fc.tuple(fc.oneof(service, sets), size).map(([each, { cpuMillis, memoryGbs }]) => ({
            act: "resize" as const,
            slot: each,
            cpu_millis: cpuMillis,
            memory_gbs: memoryGbs,
        })),
    },
    {
        weight: 1,
        arbitrary: fc.record({
            act: fc.constant("environment" as const),
            slot: service,
            environment: fc.constantFrom("DEV" as const, "PROD" as const),
        }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("pooler" as const), slot: service, on: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("pause" as const), slot: service }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("detach" as const), slot: service }) },
    {
        weight: 2,
        arbitrary: fc.record({
            act: fc.constant("newService" as const),
            name: fc.constantFrom(...names, "s1", "alpha"),
            region: fc.constantFrom(...regions),
            type: fc.constantFrom("POSTGRES" as const, "TIMESERIES_DB" as const),
        }),
    },
    {
        weight: 1,
        arbitrary: fc.record({
            act: fc.constant("newVpc" as const),
            name: fc.constantFrom("net", "v0"),
            cidr: fc.constantFrom("10.0.0.0/16", "10.9.0.0/16"),
        }),
    },
    {
        weight: 5,
        arbitrary: fc.record({
            act: fc.constant("newSet" as const),
            slot: service,
            name: fc.constantFrom("reports", "r0"),
        }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("newPeering" as const), slot: vpcs }) },
    { weight: 2, arbitrary: twin },
);
