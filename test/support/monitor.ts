// A resource monitor that records what a Pulumi program registers.
import * as pulumi from "@pulumi/pulumi";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine from "@pulumi/pulumi/proto/engine_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/resource_pb";
import * as empty from "google-protobuf/google/protobuf/empty_pb";
import { serve } from "../../src/engine/protocol";
import { fromStruct, isMarked, toStruct, type PropertyMap } from "./propertyMaps";

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
    /** Undefined where it is not given, nor inherited. */
    readonly protect: boolean | undefined;
    readonly timeouts: { create: string; update: string; delete: string } | undefined;
}

interface Call<Request> {
    readonly request: Request;
}
type Done = (error: null, response: object) => void;

const answerNothing = (_call: unknown, done: Done) => done(null, new empty.Empty());

const stack = { organization: "organization", project: "shop", stack: "dev" };

/** The URN as assigned by the engine: the types of the parents precede the resource's own. */
function urnOf(type: string, name: string, parent: string): string {
    const parentType = parent.split("::")[2];
    const qualified = parentType === undefined || parentType === "pulumi:pulumi:Stack" ? type : `${parentType}$${type}`;
    return `urn:pulumi:${stack.stack}::${stack.project}::${qualified}::${name}`;
}

/** Properties without the wrapping of the secrets among them. */
export function unwrapped(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(unwrapped);
    if (typeof value !== "object" || value === null) return value;
    if (isMarked(value)) return unwrapped(value.value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unwrapped(item)]));
}

/** Runs a program as the CLI does, over gRPC; returns what it registered, in order, without the stack. */
export async function registrationsOf(
    program: () => unknown,
    options: {
        readonly preview?: boolean;
        readonly outputs?: (one: Registration) => PropertyMap;
        readonly onWarning?: (text: string) => void;
    } = {},
): Promise<Registration[]> {
    const seen: Registration[] = [];
    const outputs = options.outputs ?? (() => ({}));
    let root = "";
    const register = (one: Registration): PropertyMap => {
        if (one.type !== "pulumi:pulumi:Stack") seen.push(one);
        return { ...(unwrapped(one.properties) as PropertyMap), ...outputs(one) };
    };

    const toEngine = await serve(EngineService, {
        getRootResource: (_call: unknown, done: Done) => done(null, new engine.GetRootResourceResponse().setUrn(root)),
        setRootResource({ request }: Call<engine.SetRootResourceRequest>, done: Done) {
            root = request.getUrn();
            done(null, new engine.SetRootResourceResponse());
        },
        log({ request }: Call<engine.LogRequest>, done: Done) {
            if (request.getSeverity() === engine.LogSeverity.WARNING) options.onWarning?.(request.getMessage());
            answerNothing(undefined, done);
        },
    });
    const monitor = await serve(ResourceMonitorService, {
        supportsFeature: (_call: unknown, done: Done) =>
            done(null, new messages.SupportsFeatureResponse().setHassupport(true)),
        registerResource({ request }: Call<messages.RegisterResourceRequest>, done: Done) {
            const registration = registered(request);
            const answer = new messages.RegisterResourceResponse().setUrn(registration.urn);
            if (request.getCustom() && options.preview !== true) answer.setId(`id-of-${registration.name}`);
            done(null, answer.setObject(toStruct(register(registration))));
        },
        readResource({ request }: Call<messages.ReadResourceRequest>, done: Done) {
            const properties = fromStruct(request.getProperties());
            const registration = { ...described(request), id: request.getId(), properties };
            const answer = new messages.ReadResourceResponse().setUrn(registration.urn);
            done(null, answer.setProperties(toStruct(register(registration))));
        },
        registerResourceOutputs: answerNothing,
    });
    try {
        const { project, organization, stack: name } = stack;
        const addresses = [toEngine.address, monitor.address] as const;
        pulumi.runtime.resetOptions(project, name, 16, ...addresses, options.preview === true, organization);
        await pulumi.runtime.runInPulumiStack(async () => {
            await program();
            return {};
        });
        await pulumi.runtime.disconnect();
        return seen;
    } finally {
        for (const { stop } of [toEngine, monitor]) stop();
    }
}

/** What a registration and a look-up have in common. */
function described(request: messages.RegisterResourceRequest | messages.ReadResourceRequest) {
    const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
    return {
        urn: urnOf(type, name, parent),
        type,
        name,
        parent,
        dependencies: request.getDependenciesList(),
        additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
        propertyDependencies: {},
        protect: undefined,
        timeouts: undefined,
    };
}

function registered(request: messages.RegisterResourceRequest): Registration {
    const timeouts = request.getCustomtimeouts();
    const dependencies = [...request.getPropertydependenciesMap().entries()];
    return {
        ...described(request),
        id: undefined,
        properties: fromStruct(request.getObject()),
        propertyDependencies: Object.fromEntries(dependencies.map(([key, value]) => [key, value.getUrnsList()])),
        protect: request.hasProtect() ? request.getProtect() : undefined,
        timeouts: timeouts && {
            create: timeouts.getCreate(),
            update: timeouts.getUpdate(),
            delete: timeouts.getDelete(),
        },
    };
}
