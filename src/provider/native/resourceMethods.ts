// The engine's requests about one resource, on the operations that the dynamic door uses. What only this door needs is here: hidden inputs
// from the request, outputs of a preview, details of a diff, inputs of an import.
import { isDeepStrictEqual } from "node:util";
import type * as pb from "@pulumi/pulumi/proto/provider_pb";
import { providerCode, typeInUrn } from "../../shared/registration";
import { adaptAll, type Provider } from "../dynamic/adapter";
import { hiddenIn, hiddenKey, type Properties, type PropertyMap } from "../dynamic/inputs";
import type { ProviderRuntime } from "../dynamic/providerRuntime";
import { isInitError } from "../dynamic/operations/operation";
import { isStored } from "../dynamic/state";
import { definitions, UserError, type AnyDefinition, type Problem, type ResourceName } from "../lifecycle";
import { isRequired } from "../config/problems";
import { createdOutputs, importedState, updatedOutputs } from "./outputs";
import { Empty, failureOf, fromStruct, messages, toStruct } from "./protocol";

interface Served {
    readonly name: ResourceName;
    readonly definition: AnyDefinition;
    readonly provider: Provider;
}

/** The methods that are about one resource. */
export class ResourceMethods {
    readonly #byType: ReadonlyMap<string, Served>;
    /** What a program in another language declares of each new resource. The classes for TypeScript say that it is a preview. */
    readonly #declared = new Map<string, Properties>();
    /** The ids of what the engine has read before it runs the program: creating one of these is a replacement. */
    readonly #inState = new Map<string, string>();

    constructor(runtime: ProviderRuntime) {
        const providers = adaptAll(definitions, runtime);
        this.#byType = new Map(
            Object.entries<AnyDefinition>(definitions).map(([key, definition]): [string, Served] => {
                const name = key as ResourceName;
                return [definition.type, { name, definition, provider: providers[name] }];
            }),
        );
    }

    #served(urn: string): Served {
        const found = this.#byType.get(typeInUrn(urn) ?? "");
        if (found === undefined) throw new UserError(`This version of pulumi-clouddb has no resource type for ${urn}.`);
        return found;
    }

    async check(request: pb.CheckRequest) {
        const { provider } = this.#served(request.getUrn());
        const [urn, olds] = [request.getUrn(), fromStruct(request.getOlds())];
        const news = withHidden(fromStruct(request.getNews()), { urn });
        const isNew = Object.keys(olds).length === 0;
        const hasClass = hiddenIn(news)["preview"] !== undefined;
        if (isNew && !hasClass) this.#declared.set(urn, news);
        const { inputs, failures } = await provider.check(olds, news);
        const response = new messages.CheckResponse();
        response.setInputs(toStruct(inputs));
        response.setFailuresList((hasClass ? failures : failures.map(orFailedOutput)).map(failureOf));
        return response;
    }

    async diff(request: pb.DiffRequest) {
        const { definition, provider } = this.#served(request.getUrn());
        const news = withHidden(fromStruct(request.getNews()), { urn: request.getUrn() });
        const difference = await provider.diff(request.getId(), fromStruct(request.getOlds()), news);
        const { changes, replaces, deleteBeforeReplace } = difference;
        const response = new messages.DiffResponse();
        const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
        response.setChanges(changes ? DIFF_SOME : DIFF_NONE);
        response.setReplacesList(replaces);
        response.setDeletebeforereplace(deleteBeforeReplace);
        response.setHasdetaileddiff(true);
        if (!changes) return response;
        const before = fromStruct(request.getOldInputs());
        const differing = Object.keys(definition.rules).filter((key) => !isDeepStrictEqual(before[key], news[key]));
        const changed = [...new Set([...differing, ...replaces])];
        response.setDiffsList(changed);
        for (const key of changed)
            response.getDetaileddiffMap().set(key, detail(before[key], news[key], replaces.includes(key)));
        return response;
    }

    async create(request: pb.CreateRequest) {
        const kind = this.#served(request.getUrn());
        const news = withHidden(fromStruct(request.getProperties()), { urn: request.getUrn() });
        const response = new messages.CreateResponse();
        if (request.getPreview()) {
            await assertCreatable(kind, this.#declared.get(request.getUrn()), this.#inState.has(request.getUrn()));
            response.setProperties(toStruct(createdOutputs(kind.definition, news)));
            return response;
        }
        const { id, outs } = await storing(kind, news, timeouts("create", request.getTimeout()), (inputs) =>
            kind.provider.create(inputs),
        );
        response.setId(id);
        response.setProperties(toStruct(outs));
        response.setRefreshBeforeUpdate(true);
        return response;
    }

    async update(request: pb.UpdateRequest) {
        const kind = this.#served(request.getUrn());
        const olds = fromStruct(request.getOlds());
        const news = withHidden(fromStruct(request.getNews()), { urn: request.getUrn() });
        const response = new messages.UpdateResponse();
        if (request.getPreview()) {
            response.setProperties(toStruct(updatedOutputs(kind.definition, olds, news)));
            return response;
        }
        const { outs } = await storing(kind, news, timeouts("update", request.getTimeout()), (inputs) =>
            kind.provider.update(request.getId(), olds, inputs),
        );
        response.setProperties(toStruct(outs));
        response.setRefreshBeforeUpdate(true);
        return response;
    }

    async read(request: pb.ReadRequest) {
        const kind = this.#served(request.getUrn());
        const olds = fromStruct(request.getProperties());
        // For an import, and for the `get` of a class.
        const isLookup = !isStored(olds);
        const urn = request.getUrn();
        // Only a read for an import comes without inputs.
        if (isLookup && !request.hasInputs()) assertNotReplaced(kind.definition, request, this.#inState.get(urn));
        const state = isLookup ? withHidden(olds, { urn }) : underUrn(olds, urn);
        const { id, props = {}, inputs = {} } = await kind.provider.read(request.getId(), state);
        const response = new messages.ReadResponse();
        if (id === undefined) return response;
        if (!isLookup) this.#inState.set(urn, id);
        const before = hiddenIn(olds)["urn"];
        const found = isLookup
            ? importedState(kind.definition, props)
            : { props: withHidden(props, { urn: before }), inputs };
        response.setId(id);
        response.setProperties(toStruct(asStored(kind, found.props)));
        response.setInputs(toStruct(found.inputs));
        response.setRefreshBeforeUpdate(true);
        return response;
    }

    async delete(request: pb.DeleteRequest) {
        const { provider } = this.#served(request.getUrn());
        const properties = underUrn(fromStruct(request.getProperties()), request.getUrn());
        const given = timeouts("delete", request.getTimeout());
        await provider.delete(
            request.getId(),
            given === undefined ? properties : withHidden(properties, { timeouts: given }),
        );
        return new Empty();
    }
}

/** The engine puts what the option `import` names in the place of what the resource has, and deletes that. */
function assertNotReplaced({ noun }: AnyDefinition, request: pb.ReadRequest, had?: string): void {
    const [urn, id] = [request.getUrn(), request.getId()];
    if (had === undefined || had === id) return;
    throw new UserError(
        `The option \`import\` names ${noun} ${id}, but the resource has ${noun} ${had}, which Pulumi would delete with its data. ` +
            `If the resource is to have ${id}, run \`pulumi state delete '${urn}'\` first: it leaves ${had} running.`,
    );
}

/** With `--continue-on-error`, an output of a resource that has failed comes as no value. The classes leave out what depends on it. */
const orFailedOutput = ({ property, reason }: Problem): Problem => ({
    property,
    reason: reason === isRequired ? `${reason}; if it is an output of another resource, that one has failed` : reason,
});

/** A state of this door is one of the other as well, so that a resource can move between them. */
const asStored = ({ name }: Served, properties: PropertyMap): Properties => ({
    ...properties,
    __provider: providerCode(name),
});

/**
 * Fails the preview where the creation would fail, as far as the API shows it now. The engine does not tell whether what is replaced is deleted
 * first, so a replacement is warned of, and not refused.
 *
 * @param news - undefined where a class had it checked.
 */
async function assertCreatable({ provider }: Served, news: Properties | undefined, isReplaced: boolean): Promise<void> {
    if (news === undefined) return;
    const told = { preview: true, ...(isReplaced && { deleteBeforeReplace: true }) };
    const { failures } = await provider.check({}, withHidden(news, told));
    if (failures.length > 0)
        throw new UserError(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
}

/**
 * Runs an operation, whose outputs are stored. The time-out of the request, which the class of a language may not have passed on, is for this
 * operation only: in the state it would differ from the next inputs.
 */
async function storing<Answer extends { readonly outs: PropertyMap }>(
    kind: Served,
    news: PropertyMap,
    timeouts: PropertyMap | undefined,
    work: (news: Properties) => Promise<Answer>,
): Promise<Answer> {
    const { timeouts: given } = hiddenIn(news);
    const isOwn = given !== undefined || timeouts === undefined;
    const kept = (properties: PropertyMap) =>
        asStored(kind, isOwn ? properties : withHidden(properties, {}, ["timeouts"]));
    try {
        const answer = await work(isOwn ? { ...news } : withHidden(news, { timeouts }));
        return { ...answer, outs: kept(answer.outs) };
    } catch (error) {
        if (isInitError(error)) error.properties = kept(error.properties);
        throw error;
    }
}

/** The hidden inputs of the class, where there is one, and what the request tells. */
function withHidden(properties: PropertyMap, told: PropertyMap, without: readonly string[] = []): Properties {
    const hidden = { ...hiddenIn(properties), ...told };
    const kept = Object.entries(hidden).filter(([key, value]) => value !== undefined && !without.includes(key));
    return { ...properties, [hiddenKey]: Object.fromEntries(kept) };
}

/** A rename that changes nothing else leaves the former URN in the state, and another resource may have that now. */
const underUrn = (state: Properties, urn: string): Properties =>
    hiddenIn(state)["owner"] === undefined ? state : withHidden(state, { urn });

/** @param seconds - 0 where the program sets none. */
const timeouts = (operation: string, seconds: number): PropertyMap | undefined =>
    seconds > 0 ? { [operation]: `${seconds}s` } : undefined;

function detail(before: unknown, now: unknown, replaces: boolean): pb.PropertyDiff {
    const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE } = messages.PropertyDiff.Kind;
    const kind = () => {
        if (before === undefined) return replaces ? ADD_REPLACE : ADD;
        if (now === undefined) return replaces ? DELETE_REPLACE : DELETE;
        return replaces ? UPDATE_REPLACE : UPDATE;
    };
    const diff = new messages.PropertyDiff();
    diff.setKind(kind());
    diff.setInputdiff(true);
    return diff;
}
