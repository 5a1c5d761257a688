import { spawn, type ChildProcess } from "node:child_process";
import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as engine from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import * as empty from "google-protobuf/google/protobuf/empty_pb";
import { serve } from "../../src/engine/protocol";
import { fromStruct, toStruct, unmarked, type PropertyMap } from "./propertyMaps";

/** An answer's bag, as the engine sends it back. */
const opened = (message: Parameters<typeof fromStruct>[0]): PropertyMap => unmarked(fromStruct(message));

type Method = "configure" | "check" | "diff" | "create" | "read" | "update" | "delete";
type Unary<Response> = (
    request: unknown,
    callback: (error: grpc.ServiceError | null, response: Response) => void,
) => unknown;

/** The SDK's provider process, started as the CLI starts it, and spoken to as the engine speaks. */
export class ProviderProcess {
    private constructor(
        private readonly child: ChildProcess,
        private readonly client: ResourceProviderClient,
        /** Simulates a killed engine: its connections break, and its address refuses connections. */
        readonly killEngine: () => void,
        /** What the provider said to the engine. */
        readonly log: engine.LogRequest.AsObject[],
        private readonly output: string[],
        /** The code that the process ended with; null: a signal ended it. */
        readonly ended: Promise<number | null>,
        /** Where it was told that the engine listens. */
        readonly engine: string,
    ) {}

    /** @param engineAddress - where the process is told that the engine listens; default: where one does. */
    static async start(
        folder: string,
        environment: Readonly<Record<string, string>>,
        engineAddress?: string,
    ): Promise<ProviderProcess> {
        const log: engine.LogRequest.AsObject[] = [];
        const output: string[] = [];
        const { address, stop } = await serve(EngineService, {
            log(call: { request: engine.LogRequest }, done: (error: null, answer: empty.Empty) => void) {
                log.push(call.request.toObject());
                done(null, new empty.Empty());
            },
        });
        const host = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
        const child = spawn(process.execPath, [host, engineAddress ?? address], {
            cwd: folder,
            env: { ...process.env, ...environment },
            stdio: ["ignore", "pipe", "pipe"],
        });
        child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
        const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
        const port = await new Promise<string>((resolve, reject) => {
            child.once("error", reject);
            child.once("exit", () => reject(new Error(`the provider ended: ${output.join("")}`)));
            child.stdout.setEncoding("utf8").on("data", (text: string) => {
                output.push(text);
                const line = /^(\d+)\s/.exec(output.join(""));
                if (line?.[1] !== undefined) resolve(line[1]);
            });
        });
        const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
        return new ProviderProcess(child, client, stop, log, output, ended, engineAddress ?? address);
    }

    /** Everything that the process has printed. */
    get printed(): string {
        return this.output.join("");
    }

    async configure(config: PropertyMap): Promise<void> {
        await this.#call("configure", new messages.ConfigureRequest().setArgs(toStruct(config)));
    }

    async check(urn: string, olds: PropertyMap, news: PropertyMap) {
        const request = new messages.CheckRequest().setUrn(urn).setOlds(toStruct(olds)).setNews(toStruct(news));
        const answer = await this.#call<messages.CheckResponse>("check", request);
        return { inputs: opened(answer.getInputs()), failures: answer.getFailuresList().map((one) => one.toObject()) };
    }

    async diff(id: string, olds: PropertyMap, news: PropertyMap) {
        const request = new messages.DiffRequest().setId(id).setOlds(toStruct(olds)).setNews(toStruct(news));
        const answer = await this.#call<messages.DiffResponse>("diff", request);
        return {
            changes: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
            replaces: answer.getReplacesList(),
            deleteBeforeReplace: answer.getDeletebeforereplace(),
        };
    }

    async create(urn: string, inputs: PropertyMap) {
        const request = new messages.CreateRequest().setUrn(urn).setProperties(toStruct(inputs));
        const answer = await this.#call<messages.CreateResponse>("create", request);
        return { id: answer.getId(), outs: opened(answer.getProperties()) };
    }

    async read(id: string, props: PropertyMap) {
        const request = new messages.ReadRequest().setId(id).setProperties(toStruct(props));
        const answer = await this.#call<messages.ReadResponse>("read", request);
        return { id: answer.getId(), props: opened(answer.getProperties()), inputs: opened(answer.getInputs()) };
    }

    async update(id: string, olds: PropertyMap, news: PropertyMap) {
        const request = new messages.UpdateRequest().setId(id).setOlds(toStruct(olds)).setNews(toStruct(news));
        const answer = await this.#call<messages.UpdateResponse>("update", request);
        return { outs: opened(answer.getProperties()) };
    }

    async delete(id: string, props: PropertyMap): Promise<void> {
        await this.#call("delete", new messages.DeleteRequest().setId(id).setProperties(toStruct(props)));
    }

    async stop(): Promise<void> {
        this.client.close();
        this.child.kill("SIGKILL");
        await this.ended;
        this.killEngine();
    }

    #call<Response>(method: Method, request: unknown): Promise<Response> {
        const send = this.client[method].bind(this.client) as unknown as Unary<Response>;
        return new Promise((resolve, reject) => {
            send(request, (error, response) => (error ? reject(new Error(error.details)) : resolve(response)));
        });
    }
}
