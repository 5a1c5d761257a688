// A program as data: what edits make of it, and its source.

/** How a resource uses another one. */
export type Use = "dep" | "kind" | "secret" | "dependsOn";

export interface Settings {
    size: number;
    label?: string | null;
    kind?: string;
    /** The property with which the provider asks to delete before replacing. */
    dbr: boolean;
    secret: boolean;
    protect?: boolean;
    retainOnDelete?: boolean;
    deleteBeforeReplace?: boolean;
    ignoreChanges: string[];
}

/** A resource of a program. References are to the parts of the same program. */
export interface Part {
    /** Stays the same for as long as the resource does; the provider knows it by this. */
    key: string;
    name: string;
    type: "Thing" | "Undiffed" | "Group";
    /** The resource is not owned but has this id. */
    get?: string;
    parent?: Part;
    aliases: string[];
    uses: { of: Part; as: Use }[];
    deletedWith?: Part;
    settings: Settings;
}

export type Program = readonly Part[];

export const plainSettings: Settings = { size: 1, dbr: false, secret: false, ignoreChanges: [] };

const variable = (part: Part, program: Program) => `r${program.indexOf(part)}`;

const types = { Thing: "pulumi-nodejs:dynamic/trace:Thing", Undiffed: "", Group: "trace:index:Group" };
types.Undiffed = types.Thing;

const qualifiedType = ({ type, parent }: Part): string => (parent ? `${qualifiedType(parent)}$` : "") + types[type];

export const urnOf = (part: Part) => `urn:pulumi:dev::conf::${qualifiedType(part)}::${part.name}`;

function argumentsOf({ key, name, get, uses, settings }: Part, program: Program): string[] {
    const { size, label, kind, dbr, secret } = settings;
    const named = key === name && get === undefined ? [] : [`name: ${JSON.stringify(key)}`];
    if (get !== undefined) return named;
    const text = JSON.stringify(label);
    return [
        ...named,
        ...(size === 1 ? [] : [`size: ${size}`]),
        ...(label === undefined ? [] : [`label: ${secret ? `pulumi.secret(${text})` : text}`]),
        ...(kind === undefined ? [] : [`kind: ${JSON.stringify(kind)}`]),
        ...(dbr ? ["dbr: true"] : []),
        ...uses.flatMap(({ of, as }) => {
            const value = `${variable(of, program)}.computed`;
            if (as === "dependsOn") return [];
            return as === "secret" ? `pw: pulumi.secret(${value})` : `${as}: ${value}`;
        }),
    ];
}

function optionsOf(part: Part, program: Program): string[] {
    const { settings, parent, aliases, deletedWith, get } = part;
    const dependsOn = part.uses.filter(({ as }) => as === "dependsOn").map(({ of }) => variable(of, program));
    const { protect, retainOnDelete, deleteBeforeReplace, ignoreChanges } = settings;
    const plain = { protect, retainOnDelete, deleteBeforeReplace };
    return [
        ...(get === undefined ? [] : [`id: ${JSON.stringify(get)}`]),
        ...(parent ? [`parent: ${variable(parent, program)}`] : []),
        ...Object.entries(plain).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
        ...(ignoreChanges.length === 0 ? [] : [`ignoreChanges: ${JSON.stringify(ignoreChanges)}`]),
        ...(dependsOn.length === 0 ? [] : [`dependsOn: [${dependsOn.join(", ")}]`]),
        ...(deletedWith ? [`deletedWith: ${variable(deletedWith, program)}`] : []),
        ...(aliases.length === 0 ? [] : [`aliases: ${JSON.stringify(aliases)}`]),
    ];
}

function constructed(part: Part, program: Program): string {
    const options = optionsOf(part, program).join(", ");
    if (part.type === "Group") return `new Group("${part.name}", { ${options} })`;
    return `new ${part.type}("${part.name}", { ${argumentsOf(part, program).join(", ")} }, { ${options} })`;
}

/** Each resource is registered when the one before it is complete. Otherwise chance rules which calls precede a failure. */
export function sourceOf(program: Program): string {
    const lines = program.map((part) => {
        const name = variable(part, program);
        return `    const ${name} = ${constructed(part, program).replaceAll("{  }", "{}")}; await complete(${name});`;
    });
    const outputs = program
        .filter(({ type }) => type !== "Group")
        .map((part) => `${part.key}: ${variable(part, program)}.computed`);
    return ["module.exports = async () => {", ...lines, `    return { ${outputs.join(", ")} };`, "};"].join("\n");
}
