// Rules 1, 4 and 6: what may be deleted at the API.
import { bookkeepingOf, type Held } from "../engine/operate";
import { type ServiceArgs, specOf } from "../model/program";
import { type Memory, type Rule, type Scene, slotAt, violation } from "./scene";
import { type Thing, thingId, type Things, told } from "./world";

/** The ids of what this operation has deleted: by its own request, or as part of something else. */
function deletedBy({ before, after, requests }: Scene, { removed }: Memory): string[] {
    const gone = [...before.things.values()].filter(({ id, alive }) => alive && after.things.get(id)?.alive !== true);
    const asked = requests
        .filter(({ method, status, faults }) => method === "DELETE" && ((status ?? 0) < 300 || faults.length > 0))
        .map(({ path }) => thingId(path))
        .filter((id) => after.things.get(id)?.alive !== true && !before.things.has(id));
    return [...new Set([...gone.map(({ id }) => id), ...asked])].filter((id) => !removed.has(id));
}

const deleting: ReadonlySet<string> = new Set(["delete", "delete-replaced", "replace", "create-replacement"]);

/** The ids that the preview has named as deleted, replaced, or possibly replaced. */
function named({ preview, before, asked, selected }: Scene): ReadonlySet<string> {
    // The preview of a destroy lists the state and does not call the provider.
    if (asked.do === "destroy")
        return new Set(before.state.filter(({ urn }) => selected?.has(urn) ?? true).map(({ id }) => thingId(id)));
    const { steps = [], rows = [], diagnostics = [] } = preview ?? {};
    const lines = [...rows, ...diagnostics].filter(({ message }) => /may REPLACE/i.test(message));
    const doubted = new Set(lines.map(({ urn }) => urn));
    const deleted = steps.filter(({ op, urn }) => deleting.has(op) || doubted.has(urn));
    return new Set([
        ...deleted.map(({ oldId }) => thingId(oldId ?? "")),
        ...before.state.filter(({ markedForDelete }) => markedForDelete).map(({ id }) => thingId(id)),
    ]);
}

const nameOf = ({ before, after }: Scene, id: string) => {
    const thing = before.things.get(id) ?? after.things.get(id);
    return thing ? told(thing) : `what has the id ${id}`;
};

export const onlyWhatWasNamed: Rule = (scene, memory) => {
    const names = named(scene);
    return deletedBy(scene, memory)
        .filter((id) => !names.has(id) && !isForced(scene, id))
        .map((id) => violation("1", `${nameOf(scene, id)} was deleted, and the preview had not named it`));
};

/** What came into the state by this operation, having been there before. */
export const notWhatWasTakenOver: Rule = (scene, memory) => {
    const { before, after } = scene;
    const deleted = new Set(deletedBy(scene, memory));
    const had = new Set(before.state.map(({ urn, id }) => `${urn} ${id}`));
    return after.state
        .filter(({ urn, id, markedForDelete }) => !markedForDelete && !had.has(`${urn} ${id}`))
        .map(({ id }) => thingId(id))
        .filter((id) => before.things.has(id) && deleted.has(id))
        .map((id) => violation("4", `${nameOf(scene, id)} was taken over and deleted by the same operation`));
};

/** Whether the program, or the state, says that what hangs on its parent may go with it. */
function isForced(scene: Scene, id: string): boolean {
    // What was created during the operation is in no snapshot.
    const { path = "" } =
        scene.requests.find(({ method, path: of }) => method === "DELETE" && thingId(of) === id) ?? {};
    const parent = scene.before.things.get(id)?.parent ?? /([^/]+)\/(replicaSets|peerings)\/[^/]+$/.exec(path)?.[1];
    return [...scene.before.state, ...scene.after.state].some(
        ({ id, inputs }) => thingId(id) === parent && inputs["forceDestroy"] === true,
    );
}

export const notWhatIsForeign: Rule = (scene, memory) => {
    const owned = new Set(scene.before.state.map(({ id }) => thingId(id)));
    const isAnothers = (id: string) => memory.foreign.has(id) || scene.others.has(id);
    return deletedBy(scene, memory)
        .filter((id) => isAnothers(id) && !owned.has(id) && !isForced(scene, id))
        .map((id) => violation("6", `${nameOf(scene, id)} was deleted, which the stack does not own`));
};

/** A service that is protected in the state may be deleted only in the API's console. */
export const notWhatIsProtected: Rule = (scene, memory) => {
    const deleted = new Set(deletedBy(scene, memory));
    return scene.before.state
        .filter(({ id, outputs }) => outputs["deletionProtection"] === true && deleted.has(thingId(id)))
        .map(({ urn, id }) => violation("1", `${urn} is protected, and ${nameOf(scene, thingId(id))} was deleted`));
};

/** Whether the API has shown the environment, as far as the state knows. */
const hasShownEnvironment = (held: Held): boolean =>
    held.outputs["environment"] !== undefined && bookkeepingOf(held).assumed?.includes("environment") !== true;

/** What the API shows as PROD is not deleted, whatever the state says, unless the program has said so. */
export const notWhatIsProdThere: Rule = (scene, memory) => {
    const deleted = new Set(deletedBy(scene, memory));
    return (
        scene.before.state
            .filter(({ id }) => deleted.has(thingId(id)))
            // What an API has never shown cannot be known (docs/limits.md).
            .filter((held) => !scene.omits.includes("metadata") || hasShownEnvironment(held))
            .filter(({ urn, inputs, id, markedForDelete }) => {
                const row = scene.before.things.get(thingId(id))?.row;
                // A destroy alone does not run the program, which may say something else by now.
                const isRun = scene.asked.do === "up" || scene.asked.runProgram === true;
                // What was replaced before, or is by force, goes as the program has said before: what it says now is of the successor.
                const slot = isRun && !markedForDelete && !scene.forced.has(urn) ? slotAt(scene, urn) : undefined;
                const said =
                    (slot && (specOf(scene.program, slot)?.args as ServiceArgs).deletionProtection) ??
                    inputs["deletionProtection"];
                return row?.kind === "service" && row.environment === "PROD" && said !== false;
            })
            .map(({ urn, id }) =>
                violation("1", `${urn} was deleted: ${nameOf(scene, thingId(id))} is PROD at the API`),
            )
    );
};

/** The dependents because of which an API may refuse to delete this resource. */
export const holdersOf = (things: Things, id: string): Thing[] =>
    [...things.values()].filter(({ alive, parent, row }) => {
        if (!alive) return false;
        if (parent === id) return true;
        return row.kind === "service" && (row.vpc_id === id || row.forked_from?.service_id === id);
    });

/** Rule 6: if a delete is refused because of dependents, the error names them. */
export const namesHolders: Rule = ({ outcome, faulty, after }) => {
    if (faulty) return [];
    const failed = outcome.steps.filter(({ op, outcome: how }) => op.startsWith("delete") && how === "failed");
    return failed.flatMap(({ urn, oldId = "" }) => {
        const words = outcome.diagnostics
            .filter((each) => each.severity === "error" && each.urn === urn)
            .map(({ message }) => message);
        const refused = words.filter((message) => /refused: 409/.test(message)).join("\n");
        const holders = holdersOf(after.things, thingId(oldId));
        if (refused === "" || holders.length === 0) return [];
        if (holders.some(({ id, name }) => refused.includes(id) || (name !== undefined && refused.includes(name))))
            return [];
        const who = holders.map(told).join(", ");
        return [violation("6", `the delete of ${urn} was refused, and the error does not name ${who}: ${refused}`)];
    });
};
