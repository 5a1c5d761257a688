import type { Edit, Target } from "./history";
import { type Former, labelOf, type Options, presentSlot, type Program, specOf, withSpec } from "./program";
import { sound } from "./sound";

/** The id of a target at this moment; undefined: it has none. */
export type Resolve = (target: Target) => string | undefined;

function change(program: Program, edit: Edit, resolve: Resolve): Program {
    if (edit.edit === "renameComponent") {
        const former = labelOf(program, edit.component);
        const aliases = edit.alias ? [...(program.components[edit.component]?.aliases ?? []), former] : [];
        const kept = aliases.filter((alias, at) => alias !== edit.label && aliases.indexOf(alias) === at);
        return {
            ...program,
            components: { ...program.components, [edit.component]: { label: edit.label, aliases: kept } },
        };
    }
    if (edit.edit === "put") return withSpec(program, edit.slot, edit.spec);
    const slot = presentSlot(program, edit.slot, edit.edit !== "set");
    if (slot === undefined) return program;
    const spec = specOf(program, slot);
    if (spec === undefined) return program;
    const { options } = spec;
    const withOptions = (changed: Partial<Options>) =>
        withSpec(program, slot, { ...spec, options: stripped({ ...options, ...changed }) });
    switch (edit.edit) {
        case "drop":
            return withSpec(program, slot, undefined);
        case "set":
            return withSpec(program, slot, { ...spec, args: stripped({ ...spec.args, ...edit.args }) });
        case "rename":
            return withOptions({
                label: edit.label,
                aliases: formers(options, { ...options, label: edit.label }, edit.alias),
            });
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
            const { protect, retainOnDelete, deleteBeforeReplace } = edit;
            return withOptions({ protect, retainOnDelete, deleteBeforeReplace });
        }
    }
}

const stripped = <T extends object>(value: T): T =>
    Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

/** The aliases after a rename or a move: all former places, without the present one. */
function formers(before: Options, after: Options, alias: boolean): Former[] {
    if (!alias) return [];
    const all = [...before.aliases, { label: before.label, component: before.component }];
    const text = (one: Former) => `${one.component ?? ""}/${one.label}`;
    return all.filter(
        (one, at) =>
            text(one) !== text({ label: after.label, component: after.component }) &&
            all.findIndex((other) => text(other) === text(one)) === at,
    );
}

export const edited = (program: Program, edits: readonly Edit[], resolve: Resolve): Program =>
    sound(edits.reduce((before, edit) => change(before, edit, resolve), program));
