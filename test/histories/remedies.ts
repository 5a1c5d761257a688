// What a user would do about an error: if it names a remedy, the remedy must work.
import type { Outcome } from "./engine/operate";
import { type Options, type Program, type Slot, slotsOf, specOf, withSpec } from "./model/program";
import { holdersOf } from "./oracle/deletions";
import type { Memory } from "./oracle/scene";
import { thingId, type Things } from "./oracle/world";

/** Refusals that no further `up` could get over, and that are right. */
const final: readonly RegExp[] = [
    /protected from deletion/,
    /currently marked for protection|because it is protected/,
    /There already is a .* It is not what is asked for/,
    /Duplicate resource (alias|URN)/,
    // What another one would be taken over for differs in what cannot change; an API that takes a name once.
    /cannot be adopted|NAME_TAKEN/,
    // CIDR blocks must not overlap, so the old VPC must be deleted before the new one is created.
    /CIDR_OVERLAP|PEERING_EXISTS/,
    /Two resources of this program want to create|[Tt]wo resources cannot share one/,
    /its successor needs another `name`/,
    // The moment of a fork is fixed in these programs, and its parent may be younger.
    /INVALID_TARGET_TIME|is before service .* was created/,
    // A service whose region the program does not say stays where it is.
    /REGION_MISMATCH|is in region/,
];

const offered = /`adopt: "([^"]+)"`/g;

function withOptions(program: Program, slot: Slot, change: Partial<Options>): Program {
    const spec = specOf(program, slot)!;
    return withSpec(program, slot, { ...spec, options: { ...spec.options, ...change } });
}

/** Whether another slot adopts it already. */
const isTaken = (program: Program, slot: Slot | undefined, id: string): boolean =>
    slotsOf(program).some((other) => other !== slot && specOf(program, other)?.options.adopt === id);

/** The program after applying the remedy; `refused` if there is none; `undefined` if the error gives no reason. */
export function remedied(
    program: Program,
    urns: ReadonlyMap<string, string>,
    { diagnostics, steps }: Outcome,
    { foreign, retained, others }: Memory & { readonly others: ReadonlySet<string> },
    things: Things,
): { readonly program: Program; readonly why: string } | "refused" | undefined {
    const held = steps.filter(
        ({ op, oldId, outcome }) =>
            op.startsWith("delete") && outcome === "failed" && holdersOf(things, thingId(oldId ?? "")).length > 0,
    );
    // The dependents do not belong to this program, and the error has named them.
    if (held.length > 0) return "refused";
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const adopted = new Set(slotsOf(program).map((slot) => specOf(program, slot)?.options.adopt));
    let changed = program;
    let isRefused = false;
    const why: string[] = [];
    for (const { urn, message } of errors) {
        const slot = slotsOf(program).find((each) => urns.get(each) === urn);
        const options = slot && specOf(program, slot)?.options;
        const ids = [...message.matchAll(offered)].flatMap(([, id = ""]) => id);
        const id = ids.find((each) => !adopted.has(each)) ?? ids[0];
        // Whose it is, the user has to know; and two of a name are a contradiction.
        const isAnothers = id !== undefined && (others.has(thingId(id)) || isTaken(program, slot, id));
        if (isAnothers || /keep it instead of/.test(message)) {
            isRefused = true;
        } else if (slot !== undefined && id !== undefined && options?.adopt !== id) {
            changed = withOptions(changed, slot, { adopt: id });
            why.push(`adopt ${id}`);
        } else if (slot !== undefined && /`deleteBeforeReplace: true`/.test(message)) {
            if (options?.deleteBeforeReplace === true) {
                // If that does not help, the name belongs to somebody else.
                isRefused = true;
            } else {
                changed = withOptions(changed, slot, { deleteBeforeReplace: true });
                why.push("deleteBeforeReplace");
            }
        } else if (/[Rr]un `pulumi (up` again|refresh`; the next)|it is held by/.test(message)) {
            // What held it when its deletion was refused has been detached by the same `up`.
            why.push("again");
        } else if (slot !== undefined && options?.adopt !== undefined && /adopt|is not an id of/.test(message)) {
            // Where only a new one could be what the program describes, the program wants it beside the other.
            const another = /Only a new/.test(message) ? ({ onNameConflict: "ignore" } as const) : {};
            changed = withOptions(changed, slot, { adopt: undefined, ...another });
            why.push(`no adopt`);
        } else {
            // An unmanaged resource is in the way, and the error names it.
            const isInWay = [...foreign, ...retained].some((each) => message.includes(each));
            isRefused ||= isInWay || final.some((refusal) => refusal.test(message));
        }
    }
    if (why.length > 0) return { program: changed, why: why.join(", ") };
    return isRefused ? "refused" : undefined;
}
