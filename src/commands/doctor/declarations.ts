import { reasonOf } from "../../provider/config/problems";
import { pathText, type PropertyPath } from "../../shared/propertyPath";
import { argumentsAsTheyAre, type AnyDefinition, type Project } from "../../provider/lifecycle";
import { isArgs, partOf, readEach, sweptFork, takeInventory, type Args, type Found, type Inventory } from "./inventory";

/** One resource, as the printed program declares it and as the import file has it. */
export interface Declaration {
    readonly definition: AnyDefinition;
    readonly id: string;
    readonly record: unknown;
    /** The resource's name in the program. */
    readonly name: string;
    readonly variable: string;
    /** The arguments with which the resource stays as it is. They name other resources by their ids. */
    readonly args: Args;
    /** The variables of the declared resources that arguments name. */
    readonly references: ReadonlyMap<string, string>;
}

/** What no program can declare, and why. */
export interface Omission {
    readonly what: string;
    readonly why: string;
}

export interface Declarations {
    readonly projectId: string;
    /** Parents first. */
    readonly declared: readonly Declaration[];
    readonly omitted: readonly Omission[];
}

/** What to declare of a project. */
export interface Selection {
    /** The ids of services, each with its read replica sets. Default: everything. */
    readonly services?: readonly string[] | undefined;
    /** The connection that the resources are to use. */
    readonly profile?: string | undefined;
}

/** Declares what a project contains as it is. Sends GET requests only. @throws UserError for a service that does not exist. */
export async function readDeclarations(project: Project, { services, profile }: Selection = {}): Promise<Declarations> {
    const all = await takeInventory(project);
    const selected = await readEach(project, services === undefined ? all : partOf(all, services));
    return declarationsOf(selected, profile, project.client.now());
}

function declarationsOf(
    { projectId, found, unreadable }: Inventory,
    profile: string | undefined,
    now: number,
): Declarations {
    const names = new Names();
    const declared: Declaration[] = [];
    const omitted: Omission[] = [];
    for (const one of found) {
        const { definition, id, record, observed } = one;
        const fork = sweptFork(one, now);
        const adoption =
            fork === undefined ? adoptionOf(one, profile) : { why: `${fork}: \`clouddb sweep\` deletes it` };
        if ("why" in adoption) {
            omitted.push({ what: `${definition.noun} ${id}`, why: adoption.why });
            continue;
        }
        const targets = Object.entries<string | undefined>(definition.references.types).flatMap(([argument, type]) => {
            const target = declared.find((other) => other.definition.type === type && other.id === observed[argument]);
            return target === undefined ? [] : [[argument, target] as const];
        });
        const parent = targets.find(([argument]) => argument === definition.containedIn?.argument)?.[1];
        const name = names.ofResource(one, parent?.name);
        const { name: ownName, ...unnamed } = adoption.args;
        declared.push({
            definition,
            id,
            record,
            name,
            variable: names.ofVariable(name, definition.type),
            args: ownName === name ? unnamed : adoption.args,
            references: new Map(targets.map(([argument, { variable }]) => [argument, variable])),
        });
    }
    omitted.push(
        ...unreadable.map(({ definition: { noun }, id, detail }) => ({
            what: `a ${noun} (${id ?? "without an id"})`,
            why: `its record cannot be read: ${detail}`,
        })),
    );
    return { projectId, declared, omitted };
}

/**
 * The arguments with which a program adopts a resource and changes nothing about it, or why there are none. They are those that differ
 * from the API's defaults: an omitted one is not managed, and stays as it is.
 */
function adoptionOf(
    { definition, id, observed, status, failed, deleting, busy }: Found,
    profile: string | undefined,
): { readonly args: Args } | { readonly why: string } {
    const statusText = `its status is ${status ?? "unknown"}`;
    if (deleting || failed) return { why: statusText };
    if (busy) return { why: `${statusText}: repeat the command when that has ended` };
    const args = {
        adopt: id,
        ...(profile === undefined ? {} : { profile }),
        ...argumentsAsTheyAre(definition, observed),
    };
    if (!isArgs(definition, args)) {
        const [issue] = definition.schema.safeParse(args, { reportInput: true }).error?.issues ?? [];
        return { why: issue === undefined ? "" : `${pathText(issue.path as PropertyPath)} ${reasonOf(issue)}` };
    }
    const problems = definition.constraints({ args, previous: {}, related: {}, unknown: () => false });
    const contradictory = new Set(problems.map(({ property }) => property));
    return { args: Object.fromEntries(Object.entries(args).filter(([key]) => !contradictory.has(key))) };
}

/** Names of resources and variables, each handed out once. */
class Names {
    readonly #taken = new Set<string>();

    /** A resource without a name is named after its parent. Resources of different types may share a name. */
    ofResource({ definition: { type, noun }, name }: Found, parent = ""): string {
        const kind = noun.toLowerCase().replaceAll(" ", "-");
        return this.#take(type, resourceNameOf(name ?? `${parent}-${kind}`) || kind, "-");
    }

    ofVariable(name: string, type: string): string {
        return this.#take("", variableOf(name, type), "");
    }

    /** One that is taken in its scope gets a number. */
    #take(scope: string, wanted: string, separator: string): string {
        const key = (name: string) => JSON.stringify([scope, name]);
        let name = wanted;
        for (let n = 2; this.#taken.has(key(name)); n++) name = `${wanted}${separator}${n}`;
        this.#taken.add(key(name));
        return name;
    }
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
