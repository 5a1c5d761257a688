// The contract of a resource type is small, and the code that serves all types knows none of them.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { commonRules, definitions } from "../../src/provider/lifecycle";

const root = path.resolve(__dirname, "..", "..", "src");
const sourceOf = (file: string) =>
    ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);

/** The interfaces of a file, each with the names of its own members. */
function interfacesOf(file: string): Map<string, string[]> {
    const found = sourceOf(file).statements.filter(ts.isInterfaceDeclaration);
    return new Map(found.map(({ name, members }) => [name.text, members.map((one) => one.name?.getText() ?? "")]));
}

const contract = interfacesOf("provider/lifecycle/definition.ts");
const creating = interfacesOf("provider/lifecycle/creation/createSpec.ts");
const facets = [
    "Records",
    "References",
    "Parent",
    "Naming",
    "Creation",
    "Adoption",
    "Deletion",
    "Pausing",
    "OtherResource",
];
const facetsOfCreation = ["Recognition", "AnswerSpec", "NeighbourSpec"];

test("a definition has at most 24 members, a create spec at most 10", () => {
    expect(contract.get("ResourceDefinition")!.length).toBeLessThanOrEqual(24);
    expect(creating.get("CreateSpec")!.length).toBeLessThanOrEqual(10);
});

test.each([
    ...facets.map((name) => [name, contract] as const),
    ...facetsOfCreation.map((name) => [name, creating] as const),
])("the facet %s has at most six members", (name, interfaces) => {
    expect(interfaces.get(name)!.length).toBeGreaterThan(0);
    expect(interfaces.get(name)!.length).toBeLessThanOrEqual(6);
});

/** They mean other things as well: the process's environment, a wait, any service. */
const everyday = ["environment", "waitFor", "Service"];
/** What only some types have: their arguments and their names. */
const words = new Set(
    Object.values(definitions)
        .flatMap(({ type, rules }) => [
            ...Object.keys(rules).filter((key) => !(key in commonRules) && key !== "name"),
            type,
        ])
        .filter((word) => !everyday.includes(word)),
);

const generic = ["provider/dynamic", "provider/lifecycle", "provider/config"]
    .flatMap((folder) =>
        readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
            path.join(folder, file),
        ),
    )
    .filter((file) => file.endsWith(".ts") && !file.includes("lifecycle/definitions/"))
    .concat("program/resources/managed.ts");

/** The names and the texts of a file that are one of the words, or have one between backquotes. */
function wordsIn(file: string): string[] {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
        if (
            ts.isIdentifier(node) ||
            ts.isLiteralExpression(node) ||
            ts.isTemplateMiddleOrTemplateTail(node) ||
            ts.isTemplateHead(node)
        ) {
            const quoted = [...node.text.matchAll(/`(\w+)/g)].map(([, word]) => word!);
            found.push(...[node.text, ...quoted].filter((text) => words.has(text)).map((text) => `${file}: ${text}`));
        }
        ts.forEachChild(node, visit);
    };
    visit(sourceOf(file));
    return found;
}

test("generic code names no type, and no argument of one", () => {
    expect(words.size).toBeGreaterThan(20);
    expect(generic.length).toBeGreaterThan(40);
    expect(generic.flatMap(wordsIn)).toEqual([]);
});
