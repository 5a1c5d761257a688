// The native provider's host as a dynamic provider, so that what plays with one plays with the other: every call crosses the messages of
// the engine's protocol.
import type { dynamic } from "@pulumi/pulumi";
import type * as pb from "@pulumi/pulumi/proto/provider_pb";
import type { ProviderRuntime } from "../../src/provider/dynamic/providerRuntime";
import { createHost } from "../../src/provider/native/host";
import { messages, toStruct, type Handler } from "../../src/provider/native/protocol";

type Provider = Required<dynamic.ResourceProvider>;
type Bag = Record<string, unknown>;
type Struct = ReturnType<typeof toStruct>;

const bagOf = (struct: Struct | undefined): Bag => struct?.toJavaScript() ?? {};

/** @returns the provider of a resource, by its URN. */
export function throughHost(runtime: ProviderRuntime): (urn: string) => Provider {
    const handlers = createHost({ runtime, cancel: () => undefined, version: "0.0.0", schema: () => "{}" });
    const call = async <Answer>(method: string, request: object): Promise<Answer> => {
        const handler = handlers[method] as Handler<object, object>;
        return (await handler(request)) as Answer;
    };
    return (urn) => ({
        async check(olds: Bag, news: Bag) {
            const request = new messages.CheckRequest().setUrn(urn).setOlds(toStruct(olds)).setNews(toStruct(news));
            const answer = await call<pb.CheckResponse>("check", request);
            const failures = answer.getFailuresList().map((one) => one.toObject());
            return { inputs: bagOf(answer.getInputs()), failures };
        },
        async diff(id: string, olds: Bag, news: Bag) {
            const request = new messages.DiffRequest().setUrn(urn).setId(id);
            request.setOlds(toStruct(olds)).setOldInputs(toStruct(olds)).setNews(toStruct(news));
            const answer = await call<pb.DiffResponse>("diff", request);
            return {
                changes: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
                replaces: answer.getReplacesList(),
                deleteBeforeReplace: answer.getDeletebeforereplace(),
            };
        },
        async create(inputs: Bag) {
            const request = new messages.CreateRequest().setUrn(urn).setProperties(toStruct(inputs));
            const answer = await call<pb.CreateResponse>("create", request);
            return { id: answer.getId(), outs: bagOf(answer.getProperties()) };
        },
        async update(id: string, olds: Bag, news: Bag) {
            const request = new messages.UpdateRequest().setUrn(urn).setId(id);
            request.setOlds(toStruct(olds)).setNews(toStruct(news));
            const answer = await call<pb.UpdateResponse>("update", request);
            return { outs: bagOf(answer.getProperties()) };
        },
        async read(id: string, props: Bag = {}) {
            const request = new messages.ReadRequest().setUrn(urn).setId(id).setProperties(toStruct(props));
            const answer = await call<pb.ReadResponse>("read", request);
            const [read, inputs] = [answer.getProperties(), answer.getInputs()];
            return { id: answer.getId(), props: bagOf(read), inputs: inputs && bagOf(inputs) };
        },
        async delete(id: string, props: Bag) {
            await call("delete", new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(toStruct(props)));
        },
        configure: () => Promise.resolve(),
    });
}
