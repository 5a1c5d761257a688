import type { CommonArgs } from "../../lifecycle";
import { diff } from "../diff";
import { nameInUrn, parseInputs, type PropertyMap } from "../inputs";
import { identityOf, parseState, type State } from "../state";
import type { OperationContext } from "./context";

export interface DiffAnswer {
    readonly changes: boolean;
    readonly replaces: string[];
    readonly deleteBeforeReplace: boolean;
}

/** What an update would do. The engine asks so in an `up` and its preview, but also in a refresh, where nothing is going to happen. */
export async function diffResource<Args extends CommonArgs, Observed extends object, ApiRecord>(
    context: OperationContext<Args, Observed, ApiRecord>,
    id: string,
    olds: PropertyMap,
    news: PropertyMap,
): Promise<DiffAnswer> {
    const { definition, runtime } = context;
    const { urn } = parseInputs(news).hidden;
    const program = runtime.program.of(urn);
    const { plan, warnings, mayReplace, ...answer } = diff(definition, id, olds, news, {
        program,
        refresh: !runtime.program.hasBegun,
        mayBeReplaced: (parent) => runtime.program.mayBeReplaced(parent),
    });
    if (mayReplace) runtime.program.mayReplace(id);
    if (program !== undefined) {
        await noteOwner(context, parseState(olds), urn, id, answer.replaces.length > 0);
        if (plan !== "") runtime.log.status(urn, plan);
        runtime.log.debug(urn, `plan: ${plan || "no changes"}`);
    }
    for (const warning of warnings) await runtime.log.warn(urn, warning);
    return answer;
}

/** Notes who has the thing, so that what has left the program does not delete it under whoever has it now. */
async function noteOwner<Args extends CommonArgs, Observed extends object, ApiRecord>(
    { definition, runtime: { owners, log } }: OperationContext<Args, Observed, ApiRecord>,
    state: State<unknown>,
    urn: string | undefined,
    id: string,
    isReplaced: boolean,
): Promise<void> {
    const self = identityOf(state);
    if (isReplaced) owners.release(self);
    if (isReplaced || state.projectId === undefined || definition.ownsNothing === true) return;
    const ref = [definition.type, state.projectId, id] as const;
    owners.hold(self, urn, ref);
    const other = owners.another(self, ref);
    if (other === undefined) return;
    await log.warn(
        urn,
        `It has the same ${definition.noun} ${id} as ${nameInUrn(other) ?? other}: to delete one of them alone, as with \`--target\`, deletes it for both.`,
    );
}
