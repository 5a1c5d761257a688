// Arguments that the program's own process validates: those of components and of `connectionString`.
import * as pulumi from "@pulumi/pulumi";
import { didYouMean } from "../provider/config/problems";
import { isObject } from "../shared/objects";
import { programError } from "./sdk";

/** The error that ends a program in which `who` has an invalid argument: `why` begins with the argument's name. */
export const refusal = (who: string, why: string): Error => programError(`${who}: ${why}`);

/** Validates that `args` is an object with arguments of these names only, none of which is required unless it is in `required`. */
export function checkNames(
    who: string,
    args: unknown,
    names: readonly string[],
    { within = "", required = [] }: { within?: string; required?: readonly string[] } = {},
): Readonly<Record<string, unknown>> {
    const path = (name: string) => (within === "" ? name : `${within}.${name}`);
    if (!isKnownObject(args)) {
        const needs = required.length > 0 ? `: { ${required.join(", ")} }` : "";
        throw refusal(who, `${within || "its arguments"} must be an object${needs}`);
    }
    const unknown = Object.keys(args).find((name) => !names.includes(name));
    if (unknown !== undefined) {
        const meant = didYouMean(unknown, names);
        const hint = meant === undefined ? "" : `: did you mean ${path(meant)}?`;
        throw refusal(who, `${path(unknown)} is not an argument of it${hint}`);
    }
    const missing = required.find((name) => args[name] == null);
    if (missing !== undefined) throw refusal(who, `${path(missing)} is required`);
    return args;
}

/** The value as an output in which nothing is wrong. A plain value is validated at once. */
export function checked<T>(
    who: string,
    name: string,
    value: pulumi.Input<T>,
    problem: (value: unknown) => string | undefined,
): pulumi.Output<pulumi.Unwrap<T>> {
    const check = <Known>(known: Known): Known => {
        const why = problem(known);
        if (why !== undefined) throw refusal(who, `${name} ${why}`);
        return known;
    };
    return isPending(value) ? pulumi.output(value).apply(check) : pulumi.output(check(value));
}

/** Whether a value is an object of which a program gives the properties: no list, and nothing that comes later. */
export const isKnownObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    isObject(value) && !isPending(value);

/** Whether a value comes later. */
export const isPending = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;
