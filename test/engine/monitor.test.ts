import { ResourceMonitorClient, ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { Callback } from "@pulumi/pulumi/proto/callback_pb";
import * as messages from "@pulumi/pulumi/proto/resource_pb";
import type { Goal } from "../../src/engine/model/resource";
import { seconds } from "../../src/engine/monitor/goal";
import { Transforms } from "../../src/engine/monitor/transforms";
import { type Monitored, monitorService } from "../../src/engine/monitor/service";
import { grpc, serve, signatureKey, Struct } from "../../src/engine/protocol";
import { resource, urn } from "./resources";

const registration = (change: (request: messages.RegisterResourceRequest) => unknown) => {
    const request = new messages.RegisterResourceRequest();
    request.setType("pulumi-nodejs:dynamic/t:T");
    request.setName("a");
    request.setCustom(true);
    change(request);
    return request;
};

describe("the resource monitor", () => {
    let server: Awaited<ReturnType<typeof serve>>;
    let client: ResourceMonitorClient;
    let refused: string[];
    let goals: Goal[];
    let transforms: Transforms;

    beforeEach(async () => {
        refused = [];
        goals = [];
        transforms = new Transforms();
        const engine: Monitored = {
            register(goal) {
                goals.push(goal);
                return goal.name === "never"
                    ? new Promise(() => undefined)
                    : Promise.resolve({ resource: resource(goal.name, { id: "i" }), failed: false });
            },
            registerOutputs: () => Promise.resolve(),
            refuse: (message) => refused.push(message),
        };
        server = await serve(ResourceMonitorService, monitorService(engine, transforms));
        client = new ResourceMonitorClient(server.address, grpc.credentials.createInsecure());
    });
    afterEach(() => {
        client.close();
        transforms.close();
        server.stop();
    });

    /** The answer, or the code and details of the refusal. */
    function call<T>(method: string, request: object): Promise<T | [number, string]> {
        const all = client as unknown as Record<string, (request: object, done: (...of: never[]) => void) => void>;
        return new Promise((resolve) => {
            all[method]!(request, (error: { code: number; details: string } | null, response: T) =>
                resolve(error ? [error.code, error.details] : response),
            );
        });
    }
    const register = (change: Parameters<typeof registration>[0]) =>
        call<messages.RegisterResourceResponse>("registerResource", registration(change));

    test("announces the features that it supports", async () => {
        const supports = async (feature: string) => {
            const request = new messages.SupportsFeatureRequest();
            request.setId(feature);
            return ((await call("supportsFeature", request)) as messages.SupportsFeatureResponse).getHassupport();
        };
        expect(await supports("secrets")).toBe(true);
        expect(await supports("transforms")).toBe(true);
        expect(await supports("time travel")).toBe(false);
    });

    test("environment mappings are refused as the Pulumi CLI does", async () => {
        const refusal = await register((request) => request.getEnvvarmappingsMap().set("A", "B"));
        expect(refusal).toEqual([grpc.status.UNKNOWN, "envVarMappings can only be used with provider resources"]);
        expect(refused).toEqual([]);
    });

    const hooks = new messages.RegisterResourceRequest.ResourceHooksBinding();
    hooks.setBeforeCreateList(["h"]);
    const inputWith = (value: object) => Struct.fromJavaScript({ value });
    test.each<[string, Parameters<typeof registration>[0]]>([
        ["the option 'import'", (request) => request.setImportid("x")],
        ["the option 'hooks'", (request) => request.setHooks(hooks)],
        ["the option 'hideDiffs'", (request) => request.addHidediffs("a")],
        ["the option 'replaceWith'", (request) => request.addReplaceWith(urn("b"))],
        ["explicit providers", (request) => request.setProvider("urn:x::y")],
        ["explicit providers", (request) => request.setType("pulumi:providers:aws")],
        ["package references", (request) => request.setPackageref("p")],
        ["components that live in a plugin", (request) => request.setRemote(true)],
        [
            "assets and archives",
            (request) => request.setObject(inputWith({ [signatureKey]: "c44067f5952c0a294b673a41bacd8c17" })),
        ],
    ])("refuses %s", async (what, change) => {
        expect(await register(change)).toEqual([grpc.status.UNAVAILABLE, expect.stringContaining(what)]);
        expect(refused).toEqual([expect.stringMatching(/^.*not in the embedded engine, use the Pulumi CLI$/)]);
        expect(goals).toEqual([]);
    });

    test.each<[string, string, object]>([
        ["functions", "invoke", new messages.ResourceInvokeRequest()],
        ["methods", "call", new messages.ResourceCallRequest()],
        ["invoke transforms", "registerStackInvokeTransform", new Callback()],
        ["resource hooks", "registerResourceHook", new messages.RegisterResourceHookRequest()],
        ["package references", "registerPackage", new messages.RegisterPackageRequest()],
    ])("refuses %s", async (_what, method, request) => {
        expect(await call(method, request)).toMatchObject([grpc.status.UNAVAILABLE, expect.stringContaining("CLI")]);
        expect(refused).toHaveLength(1);
    });

    test("ends open requests when its server stops, such that the SDK exits silently", async () => {
        const waiting = register((request) => request.setName("never"));
        await register(() => undefined);
        server.stop();
        const [code] = (await waiting) as [number, string];
        expect([grpc.status.UNAVAILABLE, grpc.status.CANCELLED]).toContain(code);
        expect(refused).toEqual([]);
    });
});

test("a timeout is the sum of its parts, or is refused", () => {
    expect(["1h30m", "10s", "1.5m", "250ms"].map((text) => seconds(text))).toEqual([5400, 10, 90, 0.25]);
    for (const text of ["", "5", "5 m", "m5", "forever"]) expect(() => seconds(text)).toThrow("unable to parse");
});
