import * as pulumi from "@pulumi/pulumi";
import { resourceOptions } from "../config/resourceOptions";
import { programError } from "../program/programError";
import type { LookupState } from "./common";

/** Validates the arguments of a resource: a program in JavaScript may omit them or pass something else. */
export function argsOf(what: string, args: unknown): Readonly<Record<string, unknown>> {
    if (args === undefined || args === null) return {};
    if (isPlainObject(args)) return { ...args };
    throw programError(`${what}: its arguments must be an object`);
}

const isPlainObject = (value: unknown): value is object =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !pulumi.Output.isInstance(value) &&
    !(value instanceof Promise);

/** Refuses options of Pulumi that do nothing, or nothing good, for a dynamic resource. */
export function checkOptions(who: string, type: string, { import: imported }: pulumi.CustomResourceOptions): void {
    if (imported === undefined) return;
    const instead =
        type === "PeeringActivation"
            ? "There is nothing to import: leave the option out"
            : `Use the argument \`adopt: ${typeof imported === "string" ? JSON.stringify(imported) : "id"}\` instead`;
    throw programError(`${who}: the option \`import\` does not work for dynamic resources. ${instead}.`);
}

const lookupKeys: readonly string[] = ["projectId", "profile"] satisfies (keyof LookupState)[];

/** The arguments with which a `get` reads a resource. */
export function lookupArgs(type: string, name: string, state: unknown = {}): LookupState {
    const who = `${type}.get of ${JSON.stringify(name)}`;
    if (state === null) return {};
    if (!isPlainObject(state)) throw programError(`${who}: its state must be an object`);
    const other = Object.keys(state).find((key) => !lookupKeys.includes(key));
    if (other === undefined) return state;
    throw programError(
        resourceOptions.has(other)
            ? `${who}: ${other} is a resource option: pass it in the parameter after the state, \`${type}.get(name, id, {}, { ${other}: ... })\``
            : `${who}: ${other} does not say where to look it up: only projectId and profile do`,
    );
}

/** The options with which a `get` reads a resource. Without an id Pulumi would create it. */
export function lookupOptions(
    type: string,
    name: string,
    id: unknown,
    opts: pulumi.CustomResourceOptions | undefined,
): pulumi.CustomResourceOptions {
    if ((typeof id === "string" && id !== "") || pulumi.Output.isInstance(id) || id instanceof Promise)
        return { ...opts, id: id as pulumi.Input<pulumi.ID> };
    throw programError(
        `${type}.get of ${JSON.stringify(name)}: the id ${id === "" ? "must not be empty" : "must be a string"}`,
    );
}
