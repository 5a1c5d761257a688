// The engine's protocol for a native provider: the plugin, its configuration and its functions.
import { isDeepStrictEqual } from "node:util";
import type * as pb from "@pulumi/pulumi/proto/provider_pb";
import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import { nativePrefix } from "../../shared/registration";
import { functions, parseArgs, type FunctionDefinition } from "../functions";
import { unknownValue, type PropertyMap } from "../dynamic/inputs";
import type { ProviderRuntime } from "../dynamic/providerRuntime";
import { asError, UserError } from "../lifecycle";
import { withHint } from "../config/hints";
import {
    Empty,
    failureOf,
    fromStruct,
    messages,
    PluginInfo,
    toStruct,
    withSecrets,
    withSecretSettings,
    type Handlers,
} from "./protocol";
import { ResourceMethods } from "./resourceMethods";

export interface HostOptions {
    readonly runtime: ProviderRuntime;
    readonly cancel: () => void;
    readonly version: string;
    readonly schema: () => string;
}

export function createHost({ runtime, cancel, version, schema }: HostOptions): Handlers {
    const resources = new ResourceMethods(runtime);
    return {
        getPluginInfo() {
            const info = new PluginInfo();
            info.setVersion(version);
            return info;
        },
        handshake() {
            return new messages.ProviderHandshakeResponse();
        },
        attach: (_request: plugin.PluginAttach) => new Empty(),
        getSchema() {
            const response = new messages.GetSchemaResponse();
            response.setSchema(schema());
            return response;
        },
        checkConfig(request: pb.CheckRequest) {
            const response = new messages.CheckResponse();
            response.setInputs(toStruct(withSecretSettings(fromStruct(request.getNews()))));
            return response;
        },
        // Another key or address is another way to the same resources.
        diffConfig(request: pb.DiffRequest) {
            const response = new messages.DiffResponse();
            const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
            const isSame = isDeepStrictEqual(fromStruct(request.getOldInputs()), fromStruct(request.getNews()));
            response.setChanges(isSame ? DIFF_NONE : DIFF_SOME);
            return response;
        },
        configure(request: pb.ConfigureRequest) {
            const args = fromStruct(request.getArgs());
            runtime.configure((key) => {
                const value = args[key.slice(key.indexOf(":") + 1)];
                if (value === undefined || value === unknownValue || value === null) return undefined;
                return typeof value === "string" ? value : JSON.stringify(value);
            });
            const response = new messages.ConfigureResponse();
            response.setSupportspreview(true);
            return response;
        },
        check: (request: pb.CheckRequest) => resources.check(request),
        diff: (request: pb.DiffRequest) => resources.diff(request),
        create: (request: pb.CreateRequest) => resources.create(request),
        update: (request: pb.UpdateRequest) => resources.update(request),
        read: (request: pb.ReadRequest) => resources.read(request),
        delete: (request: pb.DeleteRequest) => resources.delete(request),
        async invoke(request: pb.InvokeRequest) {
            const response = new messages.InvokeResponse();
            const token = request.getTok();
            const named: Readonly<Record<string, FunctionDefinition>> = functions;
            const called = token.startsWith(nativePrefix) ? named[token.slice(nativePrefix.length)] : undefined;
            if (called === undefined) throw new UserError(`This version of pulumi-clouddb has no function ${token}.`);
            const parsed = parseArgs(called, fromStruct(request.getArgs()));
            if ("problems" in parsed) {
                response.setFailuresList(parsed.problems.map(failureOf));
                return response;
            }
            const answer = await called.read(runtime.connections, parsed.args).catch((error: unknown) => {
                throw new UserError(withHint(asError(error)), { cause: error });
            });
            const result = called.list === undefined ? answer : { [called.list]: answer };
            response.setReturn(toStruct(withSecrets(result) as PropertyMap));
            return response;
        },
        cancel() {
            cancel();
            return new Empty();
        },
    };
}
