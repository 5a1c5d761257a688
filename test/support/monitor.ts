// A resource monitor that records what a Pulumi program registers.
import * as grpc from "@grpc/grpc-js";
import * as pulumi from "@pulumi/pulumi";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine from "@pulumi/pulumi/proto/engine_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/resource_pb";
import * as empty from "google-protobuf/google/protobuf/empty_pb";
import { fromStruct, toStruct, type PropertyMap } from "./propertyMaps";
import { listen } from "./listen";

/** A registered resource. */
export interface Registration {
    readonly urn: string;
    readonly type: string;
    readonly name: string;
    /** Of one that is looked up. */
    readonly id: string | undefined;
    readonly parent: string;
    /** As on the wire: a secret is an object with a signature. */
    readonly properties: PropertyMap;
    readonly dependencies: readonly string[];
    readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
    readonly additionalSecretOutputs: readonly string[];
    readonly timeouts: { create: string; update: string; delete: string } | undefined;
}

type Unary<Request, Response> = (
    call: { request: Request },
    done: (error: Error | null, response?: Response) => void,
) => void;

const stack = { organization: "organization", project: "shop", stack: "dev" };

/** The URN as assigned by the engine: the types of the parents precede the resource's own. */
function urnOf(type: string, name: string, parent: string): string {
    const parentType = parent.split("::")[2];
    const qualified = parentType === undefined || parentType === "pulumi:pulumi:Stack" ? type : `${parentType}$${type}`;
    return `urn:pulumi:${stack.stack}::${stack.project}::${qualified}::${name}`;
}

/** The secrets among properties, each with its value, and the properties without their wrapping. */
export function unwrapped(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(unwrapped);
    if (typeof value !== "object" || value === null) return value;
    if (isSecret(value)) return unwrapped((value as { value: unknown }).value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unwrapped(item)]));
}

const { specialSigKey, specialSecretSig } = pulumi.runtime as unknown as Record<string, string>;

export const isSecret = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    specialSigKey! in value &&
    Object.values(value).includes(specialSecretSig);

/** Runs a program as the CLI does, over gRPC; returns what it registered, in order, without the stack. */
export async function registrationsOf(
    program: () => unknown,
    options: { readonly preview?: boolean; readonly outputs?: (one: Registration) => PropertyMap } = {},
): Promise<Registration[]> {
    const seen: Registration[] = [];
    const outputs = options.outputs ?? (() => ({}));
    let root = "";
    const register = (one: Registration): PropertyMap => {
        if (one.type !== "pulumi:pulumi:Stack") seen.push(one);
        return { ...(unwrapped(one.properties) as PropertyMap), ...outputs(one) };
    };

    const server = new grpc.Server();
    server.addService(EngineService, {
        getRootResource: ((_call, done) => {
            const answer = new engine.GetRootResourceResponse();
            answer.setUrn(root);
            done(null, answer);
        }) satisfies Unary<engine.GetRootResourceRequest, engine.GetRootResourceResponse>,
        setRootResource: (({ request }, done) => {
            root = request.getUrn();
            done(null, new engine.SetRootResourceResponse());
        }) satisfies Unary<engine.SetRootResourceRequest, engine.SetRootResourceResponse>,
        log: ((_call, done) => done(null, new empty.Empty())) satisfies Unary<engine.LogRequest, empty.Empty>,
    });
    server.addService(ResourceMonitorService, {
        supportsFeature: ((_call, done) => {
            const answer = new messages.SupportsFeatureResponse();
            answer.setHassupport(true);
            done(null, answer);
        }) satisfies Unary<messages.SupportsFeatureRequest, messages.SupportsFeatureResponse>,
        registerResource: (({ request }, done) => {
            const registration = registered(request);
            const answer = new messages.RegisterResourceResponse();
            answer.setUrn(registration.urn);
            if (request.getCustom() && options.preview !== true) answer.setId(`id-of-${registration.name}`);
            answer.setObject(toStruct(register(registration)));
            done(null, answer);
        }) satisfies Unary<messages.RegisterResourceRequest, messages.RegisterResourceResponse>,
        readResource: (({ request }, done) => {
            const registration = looked(request);
            const answer = new messages.ReadResourceResponse();
            answer.setUrn(registration.urn);
            answer.setProperties(toStruct(register(registration)));
            done(null, answer);
        }) satisfies Unary<messages.ReadResourceRequest, messages.ReadResourceResponse>,
        registerResourceOutputs: ((_call, done) => done(null, new empty.Empty())) satisfies Unary<
            messages.RegisterResourceOutputsRequest,
            empty.Empty
        >,
    });
    const address = `127.0.0.1:${await listen(server)}`;
    try {
        const { project, organization, stack: name } = stack;
        pulumi.runtime.resetOptions(project, name, 16, address, address, options.preview === true, organization);
        await pulumi.runtime.runInPulumiStack(async () => {
            await program();
            return {};
        });
        await pulumi.runtime.disconnect();
        return seen;
    } finally {
        server.forceShutdown();
    }
}

function registered(request: messages.RegisterResourceRequest): Registration {
    const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
    const timeouts = request.getCustomtimeouts();
    const propertyDependencies = [...request.getPropertydependenciesMap().entries()].map(
        ([key, value]) => [key, value.getUrnsList()] as const,
    );
    return {
        urn: urnOf(type, name, parent),
        type,
        name,
        id: undefined,
        parent,
        properties: fromStruct(request.getObject()),
        dependencies: request.getDependenciesList(),
        propertyDependencies: Object.fromEntries(propertyDependencies),
        additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
        timeouts: timeouts && {
            create: timeouts.getCreate(),
            update: timeouts.getUpdate(),
            delete: timeouts.getDelete(),
        },
    };
}

function looked(request: messages.ReadResourceRequest): Registration {
    const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
    return {
        urn: urnOf(type, name, parent),
        type,
        name,
        id: request.getId(),
        parent,
        properties: fromStruct(request.getProperties()),
        dependencies: request.getDependenciesList(),
        propertyDependencies: {},
        additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
        timeouts: undefined,
    };
}
