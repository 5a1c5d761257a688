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
import { forUser, initError, isInitError } from "./failures";
import { lookUp } from "./lookUp";
import { desiredOf, nameInUrn, parseInputs, type Bag, type HiddenInputs } from "./inputs";
import type { Runtime } from "./runtime";
import { markSecrets, secretProperties } from "./secretMarks";
import { givenAfter, inputsFrom, newOwner, newUntilOf, parseState, protectionsIn, stateOf, type State } from "./state";
import { assertReadable, assertValid } from "./storedState";
import { limitOf } from "./timeouts";

type Provider = Required<dynamic.ResourceProvider>;

/** Speaks Pulumi's dynamic-provider interface for one kind of resource. All kinds share the runtime of the process. */
export function adapt<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    runtime: Runtime,
): Provider {
    const taskFor = (operation: "create" | "update" | "delete", hidden: Pick<HiddenInputs, "urn" | "timeouts">): Task =>
        new Task(
            operation,
            runtime.clock,
            limitOf(operation, hidden.timeouts, kind.timeouts),
            (text) => runtime.log.status(hidden.urn, text),
            (text) => void runtime.log.info(hidden.urn, text),
        );

    /** The project, with a client that keeps to itself what is secret in these bags. */
    const projectOf = (profile: string | undefined, projectId: string | undefined, ...bags: Bag[]) => {
        const { connections } = runtime;
        for (const secret of bags.flatMap((bag) => secretProperties.map((key) => bag[key]))) {
            if (typeof secret === "string" && secret !== "") connections.keepSecret(secret);
        }
        return connections.project(profile, projectId);
    };

    return guarded(kind, {
        configure({ config }) {
            // Nothing here waits: the first check of another resource does not wait for this either.
            runtime.configure((key) => config.get(key));
            return Promise.resolve();
        },

        async check(olds: Bag, news: Bag) {
            const { inputs, failures, preview, notice } = check(kind, olds, news);
            const { args, hidden } = parseInputs<Args>(news);
            if (failures.length === 0) runtime.assertConfigured(args.profile);
            runtime.program.declare(hidden.urn, { existed: Object.keys(olds).length > 0, preview });
            if (args.adopt !== undefined && hidden.urn !== undefined) {
                runtime.owners.intend({ urn: hidden.urn, type: kind.type, id: args.adopt });
            }
            if (notice !== undefined) await runtime.log.info(hidden.urn, notice);
            return { inputs, failures };
        },

        async diff(id, olds: Bag, news: Bag) {
            const { urn } = parseInputs(news).hidden;
            const program = runtime.program.of(urn);
            const { plan, warnings, mayReplace, ...answer } = diff(kind, id, olds, news, {
                program,
                refresh: !runtime.program.hasBegun,
                mayBeReplaced: (parent) => runtime.program.mayBeReplaced(parent),
            });
            if (mayReplace) runtime.program.mayReplace(id);
            if (program !== undefined) await noteOwner(parseState(olds), urn, id, answer.replaces.length > 0);
            if (plan !== "" && program !== undefined) runtime.log.status(urn, plan);
            for (const warning of warnings) await runtime.log.warn(urn, warning);
            return answer;
        },

        async create(bag: Bag) {
            const inputs = parseInputs<Args>(bag);
            const { urn } = inputs.hidden;
            const args = { onNameConflict: runtime.connections.settings.onNameConflict, ...inputs.args } as Args;
            const fallbackName = nameInUrn(urn) ?? "";
            const creation = {
                args,
                fallbackName,
                owner: urn ?? "",
                replacing: runtime.program.of(urn)?.existed === true,
            };
            const owner = newOwner();
            const made = Math.floor(runtime.clock.now() / 1000);
            try {
                const project = await projectOf(args.profile, args.projectId, bag);
                const outs = (knowledge: Knowledge<Observed>, unfinished: boolean) =>
                    stateOf(kind, knowledge, {
                        args: inputs.args,
                        given: givenAfter(inputs, [], true),
                        hidden: { ...inputs.hidden, owner, made, unfinished },
                        projectId: project.id,
                    });
                const hold = (id: string) => runtime.owners.hold(owner, urn, [kind.type, project.id, id]);
                return await keepingState(
                    bag,
                    (knowledge) => outs(knowledge, true),
                    async () => {
                        const { id, knowledge } = await create(
                            kind,
                            project,
                            creation,
                            taskFor("create", inputs.hidden),
                        );
                        hold(id);
                        return { id, outs: outs(knowledge, false) };
                    },
                    hold,
                );
            } catch (error) {
                // What it was to take over must not be deleted by whoever has it now.
                if (
                    !isInitError(error) &&
                    urn !== undefined &&
                    args.adopt === undefined &&
                    args.onNameConflict === "adopt"
                ) {
                    runtime.owners.intend({ urn, type: kind.type, name: kind.nameOf(args, fallbackName) });
                }
                throw error;
            }
        },

        async update(id, olds: Bag, news: Bag) {
            const state = parseState<Observed>(olds);
            const inputs = parseInputs<Args>(news);
            const { args } = inputs;
            const { urn } = inputs.hidden;
            const project = await projectOf(args.profile, state.projectId, olds, news);
            const owner = state.hidden.owner ?? newOwner();
            runtime.owners.hold(owner, urn, [kind.type, project.id, id]);
            const outs = (knowledge: Knowledge<Observed>, finished: boolean) =>
                stateOf(kind, knowledge, {
                    args,
                    given: givenAfter(inputs, [...state.given, ...(inputs.hidden.removed ?? [])], finished),
                    hidden: {
                        ...inputs.hidden,
                        owner,
                        made: state.hidden.made,
                        unfinished: !finished && state.hidden.unfinished === true,
                    },
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
                        { unfinished: state.hidden.unfinished === true, newUntil: newUntilOf(state) },
                    );
                    return { outs: outs(knowledge, true) };
                },
            );
        },

        async read(id, props: Bag = {}) {
            const state = parseState<Observed>(props);
            const project = await projectOf(state.profile, state.projectId, props);
            const sighting = await lookUp(kind, project, id, state, newUntilOf(state));
            if (sighting === undefined) {
                if (state.known) return {};
                throw new UserError(`There is no ${kind.noun} ${id} in project ${project.id}.`);
            }
            const args = parseInputs<Args>(
                Object.fromEntries(Object.entries(props).filter(([key]) => state.given.includes(key))),
            ).args;
            const kept = { ...args, profile: state.profile } as Partial<Args>;
            const { given, hidden } = state;
            const seen = know(learn(kind, state.knowledge, sighting), kind.toldById?.(id) ?? {});
            const outputs = {
                ...stateOf(kind, seen, { args: kept, given, hidden, projectId: project.id }),
                ...(state.known ? protectionsIn(kind, state.outputs) : {}),
            };
            return { id, props: outputs, inputs: inputsFrom(outputs, given, hidden) };
        },

        async delete(id, props: Bag) {
            const state = parseState<Observed>(props);
            const self = state.hidden.owner ?? state.hidden.urn;
            runtime.owners.release(self);
            if (kind.ownsNothing === true) return;
            const project = await projectOf(state.profile, state.projectId, props);
            const { urn } = state.hidden;
            const holder = runtime.owners.another(self, [kind.type, project.id, id]);
            if (holder !== undefined) {
                const goesOn = `${kind.noun} ${id} goes on as ${nameInUrn(holder) ?? holder}, and is not deleted.`;
                await runtime.log.warn(urn, goesOn);
                return;
            }
            const successor = runtime.owners.intendedBy(kind.type, id, state.outputs["name"]);
            if (successor !== undefined) throw new UserError(notTakenOver(`${kind.noun} ${id}`, successor));
            const refusal = kind.guard?.(state.outputs, state.given);
            if (refusal !== undefined) throw new UserError(refusal);
            await remove(kind, project, id, taskFor("delete", state.hidden), {
                forceDestroy: state.outputs["forceDestroy"] === true,
                newUntil: newUntilOf(state),
            });
        },
    });

    /** Notes who has the thing, so that what has left the program does not delete it under whoever has it now. */
    async function noteOwner(
        { hidden, projectId }: State<Observed>,
        urn: string | undefined,
        id: string,
        isReplaced: boolean,
    ): Promise<void> {
        const self = hidden.owner ?? hidden.urn;
        if (isReplaced) runtime.owners.release(self);
        if (isReplaced || projectId === undefined || kind.ownsNothing === true) return;
        const ref = [kind.type, projectId, id] as const;
        runtime.owners.hold(self, urn, ref);
        const other = runtime.owners.another(self, ref);
        if (other === undefined) return;
        const who = nameInUrn(other) ?? other;
        await runtime.log.warn(
            urn,
            `It has the same ${kind.noun} ${id} as ${who}: to delete one of them alone, as with \`--target\`, deletes it for both.`,
        );
    }

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

const notTakenOver = (what: string, successor: string): string =>
    `${what} is not deleted: ${nameInUrn(successor) ?? successor} is to take it over, and has not done so. ` +
    "Run `pulumi up` again; if it is not to be taken over, leave out `adopt`.";

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
        diff: guard(async (id, olds: Bag, news: Bag) => {
            assertReadable(kind, olds);
            try {
                return await provider.diff(id, olds, news);
            } catch (error) {
                // In a refresh they are the stored ones, which no check of this version has seen.
                if (!(error instanceof UserError)) assertValid(kind, news);
                throw error;
            }
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
