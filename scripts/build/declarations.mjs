// Writes the declarations of dist/: the package's own types in place of zod's, and only those files that an entry leads to. It uses the
// compiler's public API. docs/decisions/schema-types.md gives the reason.
import { copyFileSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

function exitOn(diagnostics) {
    if (diagnostics.length === 0) return;
    console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, ts.createCompilerHost({})));
    process.exit(1);
}

/** Replaces zod in `import ... from "zod"`, `export ... from "zod"` and `import("zod")`. */
const withOwnTypes = (src) => (context) => (file) => {
    const toRoot = path.relative(path.dirname(file.fileName), src).split(path.sep).join("/") || ".";
    const own = ts.factory.createStringLiteral(`${toRoot}/schemas`);
    const isZod = (node) => node && ts.isStringLiteral(node) && ["zod", "zod/v4/core"].includes(node.text);
    const { factory } = context;
    const visit = (node) => {
        if (ts.isImportDeclaration(node) && isZod(node.moduleSpecifier))
            return factory.updateImportDeclaration(node, node.modifiers, node.importClause, own, node.attributes);
        if (ts.isExportDeclaration(node) && isZod(node.moduleSpecifier)) {
            const { modifiers, isTypeOnly, exportClause, attributes } = node;
            return factory.updateExportDeclaration(node, modifiers, isTypeOnly, exportClause, own, attributes);
        }
        const visited = ts.visitEachChild(node, visit, context);
        if (!ts.isImportTypeNode(visited) || !isZod(visited.argument.literal)) return visited;
        const { attributes, qualifier, typeArguments, isTypeOf } = visited;
        const argument = factory.createLiteralTypeNode(own);
        return factory.updateImportTypeNode(visited, argument, attributes, qualifier, typeArguments, isTypeOf);
    };
    return ts.visitEachChild(file, visit, context);
};

function compile(root) {
    const config = ts.getParsedCommandLineOfConfigFile(path.join(root, "tsconfig.build.json"), undefined, {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: (diagnostic) => exitOn([diagnostic]),
    });
    const program = ts.createProgram({
        rootNames: config.fileNames,
        options: config.options,
        configFileParsingDiagnostics: config.errors,
    });
    exitOn(ts.getPreEmitDiagnostics(program));
    const replaceZod = withOwnTypes(path.join(root, "src"));
    exitOn(program.emit(undefined, undefined, undefined, true, { afterDeclarations: [replaceZod] }).diagnostics);
    copyFileSync(path.join(root, "scripts", "build", "schemas.d.ts"), path.join(root, "dist", "schemas.d.ts"));
}

function removeEmptyFolders(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory()) removeEmptyFolders(path.join(folder, entry.name));
    if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Removes the declarations that no entry leads to. */
function prune(root) {
    const dist = path.join(root, "dist");
    const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const entries = Object.values(exports).flatMap(({ types }) => (types ? [path.join(root, types)] : []));
    const options = { module: ts.ModuleKind.Node20, noLib: true, types: [] };
    const read = new Set(
        ts
            .createProgram(entries, options)
            .getSourceFiles()
            .map(({ fileName }) => path.normalize(fileName)),
    );
    for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
        const declaration = path.join(dist, file);
        if (file.endsWith(".d.ts") && !read.has(declaration)) rmSync(declaration);
    }
    removeEmptyFolders(dist);
}

export function writeDeclarations(root) {
    compile(root);
    prune(root);
}
