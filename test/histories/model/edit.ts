import type { Edit, Target } from "./history";
import { given } from "./objects";
import {
    components,
    emptySlot,
    type Former,
    groupOf,
    labelOf,
    type Options,
    presentSlot,
    type Program,
    type Slot,
    slotsOf,
    specOf,
    withSpec,
} from "./program";
import { sound } from "./sound";

/** The id of a target at this moment; undefined: it has none. */
export type Resolve = (target: Target) => string | undefined;

function change(program: Program, edit: Edit, resolve: Resolve): Program {
    if (edit.edit === "renameComponent") {
        const former = labelOf(program, edit.component);
        // Their names are unique.
        if (components.some((one) => labelOf(program, one) === edit.label)) return program;
        const aliases = edit.alias ? [...(program.components[edit.component]?.aliases ?? []), former] : [];
        const kept = aliases.filter((alias, at) => alias !== edit.label && aliases.indexOf(alias) === at);
        return {
            ...program,
            components: { ...program.components, [edit.component]: { label: edit.label, aliases: kept } },
        };
    }
    if (edit.edit === "put") return withSpec(program, edit.slot, edit.spec);
    if (edit.edit === "again") return again(program, edit.nth);
    const slot = presentSlot(program, edit.slot, edit.edit !== "set");
    if (slot === undefined) return program;
    const spec = specOf(program, slot)!;
    const { options } = spec;
    const withOptions = (changed: Partial<Options>) =>
        withSpec(program, slot, { ...spec, options: given({ ...options, ...changed }) });
    switch (edit.edit) {
        case "drop":
            return withSpec(givenUp(program, slot), slot, undefined);
        case "swap":
            return swapped(program, slot, edit.other);
        case "profile":
            return withOptions({ profile: edit.profile });
        case "set":
            return withSpec(program, slot, { ...spec, args: given({ ...spec.args, ...edit.args }) });
        case "rename":
            return renamed(program, slot, edit.label, edit.alias);
        case "move": {
            const { component } = edit;
            return withOptions({ component, aliases: formers(options, { ...options, component }, edit.alias) });
        }
        case "adopt":
            return withOptions({
                adopt: edit.target === "self" ? resolve({ slot }) : edit.target && resolve(edit.target),
            });
        case "conflict":
            return withOptions({ onNameConflict: edit.onNameConflict });
        case "options": {
            const { protect, retainOnDelete, deleteBeforeReplace, deletedWith } = edit;
            return withOptions({ protect, retainOnDelete, deleteBeforeReplace, deletedWith });
        }
    }
}

/** Notes what is declared in a slot now: it can be declared again. */
export function givenUp(program: Program, slot: Slot): Program {
    const spec = specOf(program, slot);
    if (spec === undefined) return program;
    const kept = { ...spec, options: { ...spec.options, aliases: [] } };
    return { ...program, former: [...program.former, { slot, spec: kept }] };
}

/** Gives a resource another name. */
export function renamed(program: Program, slot: Slot, label: string, alias: boolean): Program {
    const spec = specOf(program, slot)!;
    const { options } = spec;
    if (options.label === label) return program;
    const aliases = formers(options, { ...options, label }, alias);
    return withSpec(givenUp(program, slot), slot, { ...spec, options: { ...options, label, aliases } });
}

function again(program: Program, nth: number): Program {
    const declared = program.former.at(-1 - nth);
    const slot = declared && emptySlot(program, declared.slot);
    if (slot === undefined) return program;
    const { spec } = declared!;
    // Nobody else has that name as an alias any longer.
    const free = slotsOf(program).reduce((before, other) => {
        const { args, options } = specOf(before, other)!;
        const aliases = options.aliases.filter(({ label }) => label !== spec.options.label);
        return withSpec(before, other, { args, options: { ...options, aliases } });
    }, program);
    return withSpec(free, slot, spec);
}

function swapped(program: Program, slot: Slot, other: Slot): Program {
    const [one, two] = [specOf(program, slot)!, specOf(program, other)];
    if (two === undefined || slot === other || groupOf(slot) !== groupOf(other)) return program;
    const called = (spec: typeof one, { label }: Options) => ({ ...spec, options: { ...spec.options, label } });
    return withSpec(withSpec(program, slot, called(one, two.options)), other, called(two, one.options));
}

/** The aliases after a rename or a move: all former places, without the present one. */
function formers(before: Options, after: Options, alias: boolean): Former[] {
    if (!alias) return [];
    const all = [...before.aliases, { label: before.label, component: before.component }];
    const text = ({ component, label }: Partial<Former>) => `${component ?? ""}/${label}`;
    const texts = all.map(text);
    return all.filter((one, at) => text(one) !== text(after) && texts.indexOf(text(one)) === at);
}

export const edited = (program: Program, edits: readonly Edit[], resolve: Resolve): Program =>
    sound(edits.reduce((before, edit) => change(before, edit, resolve), program));
