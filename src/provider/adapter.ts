import type { dynamic } from "@pulumi/pulumi";
import {
    create,
    know,
    learn,
    remove,
    Task,
    Unfinished,
    update,
    UserError,
    type CommonArgs,
    type Kind,
    type Knowledge,
} from "../lifecycle";
import { check } from "./check";
import { diff } from "./diff";
import { forUser, initError } from "./failures";
import { desiredOf, nameInUrn, parseInputs, type Bag, type HiddenInputs } from "./inputs";
import type { Runtime } from "./runtime";
import { markSecrets, secretProperties } from "./secretMarks";
import { givenAfter, inputsFrom, parseState, stateOf } from "./state";
import { assertReadable } from "./storedState";
import { limitOf } from "./timeouts";

type Provider = Required<dynamic.ResourceProvider>;

/** Speaks Pulumi's dynamic-provider interface for one kind of resource. All kinds share the runtime of the process. */
export function adapt<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    runtime: Runtime,
): Provider {
    const taskFor = (operation: "create" | "update" | "delete", hidden: HiddenInputs): Task =>
        new Task(operation, runtime.clock, limitOf(operation, hidden.timeouts, kind.timeouts), (text) =>
            runtime.log.status(hidden.urn, text),
        );

    /** The project, with a client that keeps to itself what is secret in these bags. */
    const projectOf = (profile: string | undefined, projectId: string | undefined, ...bags: Bag[]) => {
        const client = runtime.connections.client(profile);
        for (const secret of bags.flatMap((bag) => secretProperties.map((key) => bag[key]))) {
            if (typeof secret === "string" && secret !== "") client.keepSecret(secret);
        }
        return runtime.connections.project(profile, projectId);
    };

    return guarded(kind, {
        configure({ config }) {
            // Nothing here waits: the first check of another resource does not wait for this either.
            runtime.configure((key) => config.get(key));
            return Promise.resolve();
        },

        check(olds: Bag, news: Bag) {
            const checked = check(kind, olds, news);
            if (checked.failures.length === 0) runtime.assertConfigured(parseInputs<Args>(news).args.profile);
            return Promise.resolve(checked);
        },

        async diff(id, olds: Bag, news: Bag) {
            const { plan, warning, ...answer } = diff(kind, id, olds, news);
            const { urn } = parseInputs(news).hidden;
            const { projectId } = parseState(olds);
            if (answer.replaces.length > 0) runtime.holders.release(urn);
            else if (projectId !== undefined) runtime.holders.hold(urn, [kind.type, projectId, id]);
            if (plan !== "") runtime.log.status(urn, plan);
            if (warning !== undefined) await runtime.log.warn(urn, warning);
            return answer;
        },

        async create(bag: Bag) {
            const inputs = parseInputs<Args>(bag);
            const { hidden } = inputs;
            const args = { onNameConflict: runtime.connections.settings.onNameConflict, ...inputs.args } as Args;
            const project = await projectOf(args.profile, args.projectId, bag);
            const outs = (knowledge: Knowledge<Observed>) =>
                stateOf(kind, knowledge, {
                    args: inputs.args,
                    given: givenAfter(inputs, [], true),
                    hidden,
                    projectId: project.id,
                });
            const creation = { args, fallbackName: nameInUrn(hidden.urn) ?? "", owner: hidden.urn ?? "" };
            const held = (id: string) => runtime.holders.hold(hidden.urn, [kind.type, project.id, id]);
            return keepingState(
                bag,
                outs,
                async () => {
                    const { id, knowledge } = await create(kind, project, creation, taskFor("create", hidden));
                    held(id);
                    return { id, outs: outs(knowledge) };
                },
                held,
            );
        },

        async update(id, olds: Bag, news: Bag) {
            const state = parseState<Observed>(olds);
            const inputs = parseInputs<Args>(news);
            const { args } = inputs;
            const project = await projectOf(args.profile, state.projectId, olds, news);
            const outs = (knowledge: Knowledge<Observed>, finished: boolean) =>
                stateOf(kind, knowledge, {
                    args,
                    given: givenAfter(inputs, [...state.given, ...(inputs.hidden.removed ?? [])], finished),
                    hidden: inputs.hidden,
                    projectId: project.id,
                });
            return keepingState(
                news,
                (knowledge) => outs(knowledge, false),
                async () => {
                    const desired = desiredOf(kind, inputs, state.given);
                    const { knowledge } = await update(
                        kind,
                        project,
                        id,
                        state.knowledge,
                        desired,
                        taskFor("update", inputs.hidden),
                    );
                    return { outs: outs(knowledge, true) };
                },
            );
        },

        async read(id, props: Bag = {}) {
            const state = parseState<Observed>(props);
            const project = await projectOf(state.profile, state.projectId, props);
            const record = await kind.at(project, id).read({ fresh: false });
            const sighting = record === undefined ? undefined : kind.see(record, state.knowledge.observed);
            if (sighting === undefined || sighting.condition === "gone") {
                if (state.known) return {};
                throw new UserError(`There is no ${kind.noun} ${id} in project ${project.id}.`);
            }
            const args = parseInputs<Args>(
                Object.fromEntries(Object.entries(props).filter(([key]) => state.given.includes(key))),
            ).args;
            const kept = { ...args, profile: state.profile } as Partial<Args>;
            const { given, hidden } = state;
            const seen = know(learn(kind, state.knowledge, sighting), kind.toldById?.(id) ?? {});
            const outputs = stateOf(kind, seen, {
                args: kept,
                given,
                hidden,
                projectId: project.id,
            });
            return { id, props: outputs, inputs: inputsFrom(outputs, given, hidden) };
        },

        async delete(id, props: Bag) {
            const state = parseState<Observed>(props);
            if (kind.ownsNothing === true) return;
            const project = await projectOf(state.profile, state.projectId, props);
            const { urn } = state.hidden;
            const holder = runtime.holders.another(urn, [kind.type, project.id, id]);
            if (holder !== undefined) {
                const goesOn = `${kind.noun} ${id} goes on as ${nameInUrn(holder) ?? holder}, and is not deleted.`;
                await runtime.log.warn(urn, goesOn);
                return;
            }
            const refusal = kind.guard?.(state.outputs);
            if (refusal !== undefined) throw new UserError(refusal);
            await remove(kind, project, id, taskFor("delete", state.hidden));
        },
    });

    /** An error of something that exists carries its id and what is known of it; the host wants the provider's own string in it as well. */
    async function keepingState<Result>(
        bag: Bag,
        outs: (knowledge: Knowledge<Observed>) => { [key: string]: unknown },
        work: () => Promise<Result>,
        onUnfinished: (id: string) => void = () => undefined,
    ): Promise<Result> {
        try {
            return await work();
        } catch (error) {
            if (!(error instanceof Unfinished)) throw error;
            const unfinished = error as Unfinished<Observed>;
            onUnfinished(unfinished.id);
            throw initError(unfinished, { ...outs(unfinished.knowledge), __provider: bag["__provider"] });
        }
    }
}

/**
 * The provider with every error in the form that reads best where the host prints it, every secret of its answers marked, and a
 * stored state that cannot be read refused.
 */
function guarded<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    provider: Provider,
): Provider {
    const guard =
        <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
            try {
                return await call(...args);
            } catch (error) {
                throw forUser(error);
            }
        };
    return {
        configure: guard((request) => provider.configure(request)),
        check: guard(async (olds, news) => marked(await provider.check(olds, news), "inputs")),
        diff: guard((id, olds: Bag, news) => {
            assertReadable(kind, olds);
            return provider.diff(id, olds, news);
        }),
        create: guard(async (inputs) => marked(await provider.create(inputs), "outs")),
        update: guard(async (id, olds: Bag, news) => {
            assertReadable(kind, olds);
            return marked(await provider.update(id, olds, news), "outs");
        }),
        read: guard(async (id, props: Bag = {}) => {
            assertReadable(kind, props, { lookup: true });
            return marked(marked(await provider.read(id, props), "props"), "inputs");
        }),
        delete: guard((id, props: Bag) => {
            assertReadable(kind, props);
            return provider.delete(id, props);
        }),
    };
}

/** An answer with the secrets marked in one of its bags, where it has that bag. */
const marked = <Answer extends object>(answer: Answer, bag: keyof Answer): Answer => {
    const properties: unknown = answer[bag];
    return properties === undefined ? answer : { ...answer, [bag]: markSecrets(properties as Bag) };
};
