// Everything that is deleted was looked at just before: one file calls what deletes, and only the definitions name the API's endpoints.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.resolve(__dirname, "..", "..", "src");
/** The emulator is the other side. */
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("emulator"))
    .map(
        (file) =>
            [
                file,
                ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true),
            ] as const,
    );

/** Where a method of this name is called with such arguments. */
function callsOf(method: string, hasArguments: (call: ts.CallExpression) => boolean): string[] {
    const found = new Set<string>();
    for (const [file, source] of sources) {
        const visit = (node: ts.Node): void => {
            if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
                if (node.expression.name.text === method && hasArguments(node)) found.add(file);
            ts.forEachChild(node, visit);
        };
        visit(source);
    }
    return [...found].sort();
}

/** Where a property of this name is taken off an object without being called there. */
function takenOff(method: string): string[] {
    const found = new Set<string>();
    for (const [file, source] of sources) {
        const visit = (node: ts.Node): void => {
            const isCallee = ts.isCallExpression(node.parent) && node.parent.expression === node;
            if (ts.isPropertyAccessExpression(node) && node.name.text === method && !isCallee) found.add(file);
            if (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === method) found.add(file);
            ts.forEachChild(node, visit);
        };
        ts.forEachChild(source, visit);
    }
    return [...found].sort();
}

test("only what looks before it deletes calls the method of a resource client that deletes", () => {
    expect(callsOf("remove", ({ arguments: given }) => given.length === 0)).toEqual(["provider/lifecycle/remove.ts"]);
    expect(takenOff("remove")).toEqual(["provider/lifecycle/remove.ts"]);
});

test("only the definitions call the endpoints that delete", () => {
    const isRequest = ({ arguments: [first] }: ts.CallExpression) =>
        first !== undefined && ts.isObjectLiteralExpression(first);
    const files = callsOf("delete", isRequest);
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((file) => !file.startsWith("provider/lifecycle/definitions/"))).toEqual([]);
});

test("no other request is a DELETE", () => {
    const named = sources.filter(([, source]) => /["']DELETE["']/.test(source.text)).map(([file]) => file);
    expect(named.filter((file) => !file.startsWith("provider/api/"))).toEqual([]);
});
