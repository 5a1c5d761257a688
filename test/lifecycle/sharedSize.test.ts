// A service that shares its CPU and memory: no record says so, so what the record showed then is remembered.
import type { ServiceRecord } from "../../src/api";
import { observeService } from "../../src/lifecycle/definitions/service/observe";

type Spec = NonNullable<ServiceRecord["resources"][number]["spec"]>;

const recordOf = (...specs: (Spec | undefined)[]): ServiceRecord => ({
    serviceId: "s",
    projectId: "p",
    name: "orders",
    regionCode: "us-east-1",
    serviceType: "POSTGRES",
    status: "READY",
    created: "2030-01-01T00:00:00Z",
    resources: specs.map((spec, n) => ({ id: `r${n}`, ...(spec && { spec }) })),
});

type Expected = Parameters<typeof observeService>[1];
const sizeIn = (record: ServiceRecord, expected: Expected) => {
    const { cpuMillis, memoryGbs, sharedAs } = observeService(record, expected).values;
    return { cpuMillis, memoryGbs, sharedAs };
};

const shared = { cpuMillis: "shared", memoryGbs: "shared" } as const;
const numbers = { cpuMillis: 500, memoryGbs: 2 };
const none = { cpuMillis: undefined, memoryGbs: undefined };

test("a size is what the record shows, where it was not to be shared", () => {
    expect(sizeIn(recordOf(numbers), {})).toEqual({ ...numbers, sharedAs: undefined });
    expect(sizeIn(recordOf(undefined, numbers), { cpuMillis: 1000 })).toEqual({ ...numbers, sharedAs: undefined });
    expect(sizeIn(recordOf(), {})).toEqual({ ...none, sharedAs: undefined });
});

test.each<[string, Spec | undefined, string]>([
    ["nothing", undefined, "nothing"],
    ["numbers", numbers, "500/2"],
    ["only the CPU", { cpuMillis: 500 }, "500/-"],
    ["only the memory", { memoryGbs: 2 }, "-/2"],
    ["a volume alone", { volumeType: "gp3" }, "nothing"],
])("a shared size that is shown as %s is remembered as that", (_, spec, sharedAs) => {
    expect(sizeIn(recordOf(spec), shared)).toEqual({ ...none, sharedAs });
    expect(sizeIn(recordOf(spec), { ...shared, sharedAs })).toEqual({ ...none, sharedAs });
});

test("other numbers than those that are remembered: it is shared no longer", () => {
    const bigger = { cpuMillis: 1000, memoryGbs: 4 };
    expect(sizeIn(recordOf(bigger), { ...shared, sharedAs: "500/2" })).toEqual({ ...bigger, sharedAs: undefined });
    expect(sizeIn(recordOf(bigger), { ...shared, sharedAs: "nothing" })).toEqual({ ...bigger, sharedAs: undefined });
    expect(sizeIn(recordOf(), { ...shared, sharedAs: "500/2" })).toEqual({ ...none, sharedAs: undefined });
});
