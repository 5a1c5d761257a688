// The rules of the source that no lint rule holds, or that a lint rule takes half a minute for.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.resolve(__dirname, "..", "..", "src");

const parsed = (folder: string) =>
    new Map(
        readdirSync(folder, { recursive: true, encoding: "utf8" })
            .filter((file) => file.endsWith(".ts"))
            .map((file) => path.join(folder, file))
            .map((file) => [file, ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)]),
    );

const sources = parsed(root);
const all = new Map([...sources, ...parsed(path.resolve(__dirname, ".."))]);

function resolved(from: string, specifier: string): string | undefined {
    if (!specifier.startsWith(".")) return undefined;
    const base = path.resolve(path.dirname(from), specifier);
    return [`${base}.ts`, path.join(base, "index.ts")].find((file) => all.has(file));
}

const isOfTypes = (statement: ts.ImportDeclaration | ts.ExportDeclaration) =>
    ts.isExportDeclaration(statement)
        ? statement.isTypeOnly
        : statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

/** What a file imports or re-exports. */
const importsOf = (file: string, source: ts.SourceFile, ofTypes: boolean): string[] =>
    source.statements.flatMap((statement) => {
        if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
        if (isOfTypes(statement) && !ofTypes) return [];
        const { moduleSpecifier } = statement;
        return (moduleSpecifier && ts.isStringLiteral(moduleSpecifier) && resolved(file, moduleSpecifier.text)) || [];
    });

type Graph = ReadonlyMap<string, readonly string[]>;

const graphOf = (files: typeof sources, ofTypes: boolean): Graph =>
    new Map([...files].map(([file, source]) => [file, importsOf(file, source, ofTypes)]));

/** The files that are in a cycle, or import one that is: what is left after all whose imports are gone. */
function cyclic(graph: Graph): string[] {
    const left = new Map(graph);
    for (let before = Infinity; left.size < before;) {
        before = left.size;
        for (const [file, imports] of left) if (!imports.some((one) => left.has(one))) left.delete(file);
    }
    return [...left.keys()].map((file) => path.relative(root, file));
}

test("no import cycle in the source, types included", () => {
    const graph = graphOf(sources, true);
    expect(graph.size).toBeGreaterThan(150);
    expect([...graph.values()].flat().length).toBeGreaterThan(graph.size);
    expect(cyclic(graph)).toEqual([]);
});

test("no import cycle in the tests", () => {
    const graph = graphOf(all, false);
    expect(graph.size).toBeGreaterThan(sources.size + 200);
    expect(cyclic(graph)).toEqual([]);
});

test("no type parameter hides a global type", () => {
    const types = ["Record", "Partial", "Pick", "Omit", "Map", "Set", "Promise", "Error", "Object", "Symbol"];
    const globals = new Set(types);
    const hidden: string[] = [];
    for (const [file, source] of sources) {
        const visit = (node: ts.Node): void => {
            if (ts.isTypeParameterDeclaration(node) && globals.has(node.name.text))
                hidden.push(`${path.relative(root, file)}: ${node.name.text}`);
            ts.forEachChild(node, visit);
        };
        visit(source);
    }
    expect(hidden).toEqual([]);
});

test("no object has an AsyncLocalStorage of its own: Node keeps each one for ever, and asks all of them at each promise", () => {
    const made = [...sources].flatMap(([file, source]) =>
        [...source.text.matchAll(/^(.*)new AsyncLocalStorage/gm)].map(([, before]) => [
            path.relative(root, file),
            before,
        ]),
    );
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter(([, before]) => !/^(?:export )?const /.test(before!))).toEqual([]);
});
