import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { reasonOf } from "../config/problems";
import { pathText, visible, type Path } from "../config/propertyValues";
import { commonRules, definitions, type AnyDefinition } from "../lifecycle";
import { isArgs, type Found, type Inventory } from "./inventory";

/** Arguments that hold the id of a parent, with its type. */
const references: ReadonlyMap<string, string> = new Map(
    Object.values<AnyDefinition>(definitions).flatMap(({ containedIn }) =>
        containedIn ? [[containedIn.argument, containedIn.type]] : [],
    ),
);

/** A program that adopts everything that a project contains as it is, parents first. */
export function programText({ projectId, found, unreadable }: Inventory): string {
    const program = new Program();
    const parts = [
        'import * as clouddb from "pulumi-clouddb";',
        comment(`What project ${projectId} contains.`),
        ...found.map((one) => program.declare(one)),
        ...unreadable.map(({ definition: { noun }, id, detail }) =>
            comment(`Not adopted: a ${noun} (${id ?? "without an id"}), whose record cannot be read: ${detail}`),
        ),
    ];
    return `${parts.join("\n\n")}\n`;
}

const comment = (text: string): string => `// ${visible(text)}`;

/** The declarations, which refer to each other by their variables. */
class Program {
    readonly #taken = new Set<string>();
    readonly #declared = new Map<string, { readonly variable: string; readonly name: string }>();

    declare(found: Found): string {
        const { definition, id } = found;
        const adoption = adoptionOf(found);
        if ("why" in adoption) return comment(`Not adopted: ${definition.noun} ${id}: ${adoption.why}`);
        const { type } = definition;
        const name = this.#nameOf(found);
        const variable = this.#take("", variableOf(name, type), "");
        this.#declared.set(keyOf(type, id), { variable, name });
        const lines = Object.entries(adoption.args)
            .filter(([key, value]) => key !== "name" || value !== name)
            .map(([key, value]) => {
                const variable = this.#referenced(key, value)?.variable;
                return `    ${key}: ${variable === undefined ? JSON.stringify(value) : `${variable}.id`},\n`;
            });
        const start = `const ${variable} = new clouddb.${type}(`;
        if (definition.guard?.(found.observed, []) === undefined)
            return `${start}${JSON.stringify(name)}, {\n${lines.join("")}});`;
        // Pulumi protects it by default as well. Who reads the program sees it here.
        const args = [JSON.stringify(name), `{\n${lines.join("")}}`, "{ protect: true }"].join(",\n");
        return `${start}\n${args.replace(/^/gm, "    ")},\n);`;
    }

    /** What has been declared for the parent that an argument names. */
    #referenced(argument: string, id: unknown) {
        const type = references.get(argument);
        return type === undefined ? undefined : this.#declared.get(keyOf(type, String(id)));
    }

    /** A resource without a name is named after its parent. Resources of different types may share a name. */
    #nameOf({ definition: { type, noun, containedIn }, name, observed }: Found): string {
        const kind = noun.toLowerCase().replaceAll(" ", "-");
        const parent = containedIn && this.#referenced(containedIn.argument, observed[containedIn.argument])?.name;
        return this.#take(type, resourceNameOf(name ?? `${parent ?? ""}-${kind}`) || kind, "-");
    }

    /** Hands out each name once in a scope: one that is taken gets a number. */
    #take(scope: string, wanted: string, separator: string): string {
        let name = wanted;
        for (let n = 2; this.#taken.has(keyOf(scope, name)); n++) name = `${wanted}${separator}${n}`;
        this.#taken.add(keyOf(scope, name));
        return name;
    }
}

const keyOf = (type: string, id: string): string => JSON.stringify([type, id]);

/**
 * The arguments with which a program adopts a resource and changes nothing about it, or why there are none. They are those that differ
 * from the API's defaults: an omitted one is not managed, and stays as it is.
 */
function adoptionOf({ definition, id, observed, status, failed, deleting }: Found): { args: object } | { why: string } {
    if (deleting || failed) return { why: `its status is ${status ?? "unknown"}` };
    const resets: Readonly<Record<string, unknown>> = definition.resets;
    const values: Readonly<Record<string, unknown>> = { ...observed, ...definition.adoptionArgs?.(observed) };
    const given = Object.entries<z.ZodType>(definition.schema.shape)
        .filter(([key]) => !(key in commonRules))
        .map(([key, schema]) => ({ key, schema, value: values[key] }))
        .filter(({ key, value }) => value !== undefined && value !== null && !isDeepStrictEqual(value, resets[key]))
        // An optional value that no program could give is left as it is.
        .filter(({ schema, value }) => !schema.safeParse(undefined).success || schema.safeParse(value).success);
    const args = { adopt: id, ...Object.fromEntries(given.map(({ key, value }) => [key, value])) };
    if (!isArgs(definition, args)) {
        const [issue] = definition.schema.safeParse(args, { reportInput: true }).error?.issues ?? [];
        return { why: issue === undefined ? "" : `${pathText(issue.path as Path)} ${reasonOf(issue)}` };
    }
    const problems = definition.constraints({ args, previous: {}, unknown: () => false });
    const contradictory = new Set(problems.map(({ property }) => property));
    return { args: Object.fromEntries(Object.entries(args).filter(([key]) => !contradictory.has(key))) };
}

/** Longer names are cut: the API's limit is about as long. */
const longest = 100;

/** A name as that of a Pulumi resource: `orders db (old)` is `orders-db-old`. Empty if no character of it can be used. */
const resourceNameOf = (name: string): string =>
    name
        .normalize("NFC")
        .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
        .slice(0, longest)
        .replace(/^[-.]+|[-.]+$/g, "");

/** A name as a variable that ends with the type, so that it is no reserved word: `orders-db` is `ordersDbService`. */
function variableOf(name: string, type: string): string {
    const words: string[] = name.slice(0, longest).match(/[a-z0-9]+/gi) ?? [];
    if (!words.join("").toLowerCase().endsWith(type.toLowerCase())) words.push(type);
    const [first = "", ...more] = words;
    const start = first === first.toUpperCase() ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
    const joined = start + more.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    return /^\d/.test(joined) ? `_${joined}` : joined;
}
