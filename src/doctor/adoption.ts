import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { reasonOf } from "../config/problems";
import { pathText, type Path } from "../config/propertyValues";
import { commonRules, type AnyDefinition, type Problem } from "../lifecycle";
import type { Found } from "./inventory";

/** The arguments with which a program adopts something and changes nothing about it; or why there are none. */
export type Adoption = { readonly args: Readonly<Record<string, unknown>> } | { readonly why: string };

type Args = Parameters<AnyDefinition["constraints"]>[0]["args"];

/** Arguments that differ from what the API has by default, since an omitted one is not managed and stays as it is. */
export function adoptionOf({ definition, id, observed, status, failed, leaving }: Found): Adoption {
    if (leaving || failed) return { why: `its status is ${status ?? "unknown"}` };
    const schemas: Readonly<Record<string, z.ZodType>> = definition.schema.shape;
    const resets: Readonly<Record<string, unknown>> = definition.resets;
    const values: Readonly<Record<string, unknown>> = { ...observed, ...definition.adoptionArgs?.(observed) };
    const shown = Object.entries(schemas)
        .filter(([key]) => !(key in commonRules))
        .map(([key, schema]) => ({ key, schema, value: values[key] }))
        .filter(({ value }) => value !== undefined && value !== null)
        .filter(({ key, value }) => !isDeepStrictEqual(value, resets[key]));
    // An optional value that no program could give is left as it is.
    const given = shown.filter(({ schema, value }) => isRequired(schema) || schema.safeParse(value).success);
    return checked(definition, { adopt: id, ...Object.fromEntries(given.map(({ key, value }) => [key, value])) });
}

const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;

function checked(definition: AnyDefinition, args: unknown): Adoption {
    if (!isArgs(definition, args)) {
        const [issue] = definition.schema.safeParse(args, { reportInput: true }).error?.issues ?? [];
        return { why: issue === undefined ? "" : `${pathText(issue.path as Path)} ${reasonOf(issue)}` };
    }
    const problems: Problem[] = definition.constraints({ args, previous: {}, unknown: () => false });
    const contradictory = new Set(problems.map(({ property }) => property));
    return { args: Object.fromEntries(Object.entries(args).filter(([key]) => !contradictory.has(key))) };
}

const isArgs = (definition: AnyDefinition, args: unknown): args is Args => definition.schema.safeParse(args).success;
