import { definitions, type AnyDefinition } from "../lifecycle";
import { adoptionOf } from "./adoption";
import type { Found, Inventory } from "./inventory";
import { Names, resourceNameOf, upperFirst, variableOf } from "./names";
import { visible } from "./visible";

/** Arguments that hold the id of a parent, with its type. */
const references: ReadonlyMap<string, string> = new Map(
    Object.values<AnyDefinition>(definitions).flatMap(({ containedIn }) =>
        containedIn ? [[containedIn.argument, containedIn.type]] : [],
    ),
);

/** A program that adopts all that a project contains as it is, parents first. */
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

/** A record's texts may contain anything; escaped, they cannot end the comment. */
const comment = (text: string): string => `// ${visible(text)}`;

/** The declarations, which refer to each other by their variables. */
class Program {
    readonly #variables = Names.ofVariables();
    /** Resources of different types may share a name. */
    readonly #names = new Map<string, Names>();
    readonly #declared = new Map<string, { readonly variable: string; readonly name: string }>();

    declare(found: Found): string {
        const { definition, id } = found;
        const adoption = adoptionOf(found);
        if ("why" in adoption) return comment(`Not adopted: ${definition.noun} ${id}: ${adoption.why}`);
        const { type } = definition;
        const name = this.#nameOf(found);
        const variable = this.#variableOf(type, name);
        this.#declared.set(keyOf(type, id), { variable, name });
        const lines = Object.entries(adoption.args)
            .filter(([key, value]) => key !== "name" || value !== name)
            .map(([key, value]) => `    ${key}: ${this.#valueOf(key, value)},\n`);
        return `const ${variable} = new clouddb.${type}(${JSON.stringify(name)}, {\n${lines.join("")}});`;
    }

    #valueOf(key: string, value: unknown): string {
        const type = references.get(key);
        const declared =
            type === undefined || typeof value !== "string" ? undefined : this.#declared.get(keyOf(type, value));
        return declared === undefined ? JSON.stringify(value) : `${declared.variable}.id`;
    }

    /** A peering has no name: it gets one from both of its sides. */
    #nameOf({ definition: { type, noun }, name, observed }: Found): string {
        const { vpcId, peerVpcId } = observed;
        const net = typeof vpcId === "string" ? (this.#declared.get(keyOf("Vpc", vpcId))?.name ?? vpcId) : "";
        const own = name ?? `${net}-to-${typeof peerVpcId === "string" ? peerVpcId : "peer"}`;
        const names = this.#names.get(type) ?? new Names("-");
        this.#names.set(type, names);
        return names.take([resourceNameOf(own) || noun.toLowerCase().replaceAll(" ", "-")]);
    }

    #variableOf(type: string, name: string): string {
        const plain = variableOf(name);
        const own = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
        return this.#variables.take(plain === "" ? [own] : [plain, `${plain}${upperFirst(type)}`]);
    }
}

const keyOf = (type: string, id: string): string => JSON.stringify([type, id]);
