// What a resource costs the program's process in stack traces.
import * as pulumi from "@pulumi/pulumi";
import { Service } from "../../../src";
import { cloudDbMocks } from "../../../src/program/mocks/cloudDbMocks";
import { declaredOutputs } from "./samples";
import { thrownBy } from "./support";

/** A resource of the SDK's own with the properties of a `Service`. */
class Bare extends pulumi.CustomResource {
    constructor(name: string, opts?: pulumi.CustomResourceOptions) {
        const properties = [...declaredOutputs("Service"), "__clouddb", "__provider"];
        super("test:index:Bare", name, Object.fromEntries(properties.map((key) => [key, undefined])), opts);
    }
}

/** How many traces are formatted. */
function tracesOf(act: () => unknown): number {
    let count = 0;
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = (error, sites) => {
        if (sites.length > 0) count++;
        return `${String(error)}${sites.map((site) => `\n    at ${site.getFunctionName() ?? "anonymous"}`).join("")}`;
    };
    try {
        act();
    } finally {
        Error.prepareStackTrace = prepareStackTrace;
    }
    return count;
}

describe("stack traces", () => {
    const { prepareStackTrace } = Error;

    beforeEach(() => pulumi.runtime.setMocks(cloudDbMocks()));
    afterEach(() => {
        delete process.env.PULUMI_DEBUG_PROMISE_LEAKS;
        expect(Error.prepareStackTrace).toBe(prepareStackTrace);
    });

    test("are made of where the resource is declared, and not of each output's promises", () => {
        new Service("first", {});
        expect(tracesOf(() => new Service("orders", {}))).toBe(1);
        expect(tracesOf(() => new Bare("orders"))).toBeGreaterThan(100);
    });

    test("are made of the promises where the SDK would print them", () => {
        process.env.PULUMI_DEBUG_PROMISE_LEAKS = "1";
        expect(tracesOf(() => new Service("orders", {}))).toBeGreaterThan(100);
    });

    test("of an error of the SDK begin in the program", async () => {
        const declare = () => new Service("", {});
        const thrown = await thrownBy(declare);
        expect(thrown.message).toMatch(/Missing resource name/);
        expect(thrown.stack).toMatch(/Missing resource name[^]*\n +at declare \(/);
    });

    test.each<[string, (opts: pulumi.CustomResourceOptions) => void]>([
        ["the resource", (opts) => new Service("orders", {}, opts)],
        [
            "its parent",
            ({ transformations }) => {
                const parent = new pulumi.ComponentResource("test:index:Shop", "shop", {}, { transformations });
                new Service("orders", {}, { parent });
            },
        ],
        [
            "the stack",
            ({ transformations }) => {
                pulumi.runtime.registerStackTransformation(transformations![0]!);
                new Service("orders", {});
            },
        ],
    ])("of an error in a transformation of %s lead to it", async (_, declare) => {
        const faulty: pulumi.ResourceTransformation = ({ type }) => {
            if (type.includes("clouddb")) throw new Error("from the transformation");
            return undefined;
        };
        const thrown = await thrownBy(() => declare({ transformations: [faulty] }));
        expect(thrown.stack).toMatch(/from the transformation\n +at faulty \(/);
    });
});
