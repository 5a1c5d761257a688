import * as pulumi from "@pulumi/pulumi";
import { programError } from "../program/programError";

/** Validates the arguments of a resource: a program in JavaScript may omit them or pass something else. */
export function argsOf(what: string, args: unknown): Readonly<Record<string, unknown>> {
    if (args === undefined || args === null) return {};
    if (
        typeof args === "object" &&
        !Array.isArray(args) &&
        !pulumi.Output.isInstance(args) &&
        !(args instanceof Promise)
    )
        return { ...args };
    throw programError(`${what}: its arguments must be an object`);
}

/** Validates the id of a `get`. Without an id Pulumi would create the resource. */
export function lookupId(type: string, name: string, id: unknown): pulumi.Input<pulumi.ID> {
    if ((typeof id === "string" && id !== "") || pulumi.Output.isInstance(id) || id instanceof Promise)
        return id as pulumi.Input<pulumi.ID>;
    throw programError(
        `${type}.get of ${JSON.stringify(name)}: the id ${id === "" ? "must not be empty" : "must be a string"}`,
    );
}
