import { diff } from "../diff/diff";
import { nameInUrn, parseInputs, type PropertyMap } from "../inputs";
import { identityOf, parseState, type State } from "../state";
import { projectOf, reportedOnce, type OperationContext } from "./context";

export interface DiffAnswer {
    readonly changes: boolean;
    readonly replaces: string[];
    readonly deleteBeforeReplace: boolean;
}

/** Compares state and inputs, and reports the plan. In a refresh, where nothing is carried out, only warnings are reported. */
export async function diffResource(
    context: OperationContext,
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
        autoName: runtime.connections.settings.autoName,
        mayBeReplaced: (parent) => runtime.program.mayBeReplaced(parent),
    });
    if (mayReplace) runtime.program.mayReplace(id);
    if (answer.replaces.length > 0) runtime.program.replaces(urn, id);
    if (program?.preview === true && answer.changes) await assertReachable(context, id, olds, news);
    if (program !== undefined) {
        await updateOwner(context, parseState(olds), urn, id, answer.replaces.length > 0);
        if (plan !== "") await reportPlan(context, urn, plan, program.preview && warnings.length === 0);
        runtime.log.debug(urn, `plan: ${plan || "no changes"}`);
    }
    for (const warning of warnings) await runtime.log.warn(urn, warning);
    return answer;
}

/** @param stays - in a preview the plan is a line of its own, unless a warning says the same. */
async function reportPlan(
    { runtime }: OperationContext,
    urn: string | undefined,
    plan: string,
    stays: boolean,
): Promise<void> {
    if (stays) await runtime.log.info(urn, `${nameInUrn(urn) ?? "it"}: ${plan}`);
    else await runtime.log.status(urn, plan);
}

/** So that a wrong address or key fails the preview. All resources of a collection share one request. */
async function assertReachable(
    context: OperationContext,
    id: string,
    olds: PropertyMap,
    news: PropertyMap,
): Promise<void> {
    const { definition, runtime } = context;
    const { profile, projectId } = parseState(olds);
    const isThere = await reportedOnce(context, async () => {
        const project = await projectOf(runtime, profile, projectId, olds, news);
        return (await definition.handle(project, id).read({ fresh: false })) !== undefined;
    });
    if (isThere !== false) return;
    const { urn } = parseInputs(news).hidden;
    await runtime.log.warn(
        urn,
        `There is no ${definition.noun} ${id} any more. \`pulumi up --refresh\` creates it anew, empty; without \`--refresh\` this change fails.`,
    );
}

/** Keeps track of which resource manages which record, so that one removed from the program does not delete another's record. */
async function updateOwner(
    { definition, runtime: { owners, log } }: OperationContext,
    state: State,
    urn: string | undefined,
    id: string,
    isReplaced: boolean,
): Promise<void> {
    const self = identityOf(state);
    if (isReplaced) owners.release(self);
    if (isReplaced || state.projectId === undefined || definition.ownsNothing === true) return;
    const ref = [definition.type, state.projectId, id] as const;
    owners.hold(self, urn, ref);
    const other = owners.anotherHolder(self, ref)?.urn;
    if (other === undefined) return;
    await log.warn(
        urn,
        `It manages the same ${definition.noun} ${id} as ${nameInUrn(other) ?? other}: deleting only one of them, as with \`--target\`, deletes it for both.`,
    );
}
