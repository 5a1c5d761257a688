// One word, one meaning: a name that a file exports is not declared in another file of the same wing, nor in what all wings share.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.resolve(__dirname, "..", "..", "src");
const wings = ["program", "provider", "emulator", "engine", "commands"];

/** A schema of the contract has the name of what it describes, and what a program has of the native provider that of the dynamic one. */
const others = /^(provider\/api\/schemas|program\/\w+\/native)\.ts$/;

function declarationsIn(file: string): { readonly name: string; readonly isExported: boolean }[] {
    const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest);
    return source.statements.flatMap((statement) => {
        const isExported =
            ts.canHaveModifiers(statement) &&
            ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
        const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
        return named.flatMap((one) => {
            const { name } = one as { readonly name?: ts.Node };
            return name !== undefined && ts.isIdentifier(name) ? [{ name: name.text, isExported }] : [];
        });
    });
}

const filesIn = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => path.posix.join(folder, file.split(path.sep).join("/")));

test.each(wings)("in %s, no exported name has a second declaration", (wing) => {
    const files = [...filesIn(wing), ...filesIn("shared")].filter((file) => !others.test(file));
    const places = new Map<string, string[]>();
    const exported = new Set<string>();
    for (const file of files)
        for (const { name, isExported } of declarationsIn(file)) {
            places.set(name, [...(places.get(name) ?? []), file]);
            if (isExported) exported.add(name);
        }
    expect(exported.size).toBeGreaterThan(10);
    expect([...places].filter(([name, all]) => exported.has(name) && new Set(all).size > 1)).toEqual([]);
});
