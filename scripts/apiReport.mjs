// `npm run api:report`: writes what the package exports, with its types, to etc/: a file for each entry, and one for the types that the
// exports use and do not export. A change of the public surface is thus seen in the diff of a change. With `--check` it writes
// nothing, and fails where a file is not current. It reads dist/, so build first.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { writeGenerated } from "./generatedFiles.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, "dist") + path.sep;

/** The declaration file of each entry, by the name that a program imports. */
const { name: packageName, exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const entries = Object.entries(exports).flatMap(([entry, { types }]) =>
    types === undefined ? [] : [{ entry: path.posix.join(packageName, entry), file: path.join(root, types) }],
);

const program = ts.createProgram(
    entries.map(({ file }) => file),
    { module: ts.ModuleKind.Node20, target: ts.ScriptTarget.ES2023, types: ["node"], skipLibCheck: true, noEmit: true },
);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

const target = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

/** What declares a symbol in this package, as statements; a variable's is the whole `const`. */
function declarationsOf(symbol) {
    return (symbol.declarations ?? [])
        .filter((one) => one.getSourceFile().fileName.startsWith(dist))
        .map((one) => (ts.isVariableDeclaration(one) ? one.parent.parent : one));
}

const internal = new Set([ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword]);
const hidden = (member) =>
    ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => internal.has(kind));

/** A statement without comments and without a class's private and protected members. */
function textOf(statement) {
    const shown = ts.isClassDeclaration(statement)
        ? ts.factory.updateClassDeclaration(
              statement,
              statement.modifiers,
              statement.name,
              statement.typeParameters,
              statement.heritageClauses,
              statement.members.filter(
                  (member) => !hidden(member) && !(member.name && ts.isPrivateIdentifier(member.name)),
              ),
          )
        : statement;
    const text = printer.printNode(ts.EmitHint.Unspecified, shown, statement.getSourceFile());
    // The compiler writes out where a schema's type comes from, in a file that does not import it.
    return text.replace(/^(export )?(declare )?/, "").replaceAll(/import\("[./]+\/schemas"\)\./g, "z.");
}

/** The symbols of this package that a statement names. */
function namedIn(statement) {
    const found = [];
    const visit = (node) => {
        if (ts.isClassElement(node) && hidden(node)) return;
        const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
        if (symbol) found.push(target(symbol));
        ts.forEachChild(node, visit);
    };
    visit(statement);
    return found.filter((symbol) => declarationsOf(symbol).some((one) => one.parent && ts.isSourceFile(one.parent)));
}

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const page = (title, says, texts) => `# ${title}\n\n${says}\n\n\`\`\`ts\n${texts.join("\n\n")}\n\`\`\`\n`;

const exported = new Set();
/** What the provider's entry exports is for Pulumi's own process: no program uses its types. */
const forPrograms = new Set();
const reports = new Map();
for (const { entry, file } of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    const whole = module.exports.get(ts.InternalSymbolName.ExportEquals);
    const symbols = whole ? [whole] : checker.getExportsOfModule(module).sort((a, b) => byText(a.name, b.name));
    const texts = symbols.map((symbol) => {
        const real = target(symbol);
        exported.add(real);
        if (!entry.endsWith("/provider")) forPrograms.add(real);
        const texts = declarationsOf(real).map(textOf);
        return symbol === whole || real.name === symbol.name
            ? texts.join("\n")
            : `// as ${symbol.name}\n${texts.join("\n")}`;
    });
    const says = "What this entry exports. Written by `npm run api:report`; do not edit.";
    const name = entry === packageName ? "index" : path.basename(entry);
    reports.set(`${name}.api.md`, page(`\`${entry}\``, says, texts));
}

// A set grows while it is iterated: what a used type uses follows.
const used = new Set(forPrograms);
for (const symbol of used) for (const one of declarationsOf(symbol).flatMap(namedIn)) used.add(one);
const unexported = [...used].filter((symbol) => !exported.has(symbol)).map((one) => declarationsOf(one).map(textOf));
reports.set(
    "used.api.md",
    page(
        "Types that the exports use",
        "No entry exports them. Written by `npm run api:report`; do not edit.",
        unexported.map((texts) => texts.join("\n")).sort(byText),
    ),
);

writeGenerated(new Map([...reports].map(([name, text]) => [`etc/${name}`, text])), {
    folder: "etc",
    current: "The API report is current.",
    notCurrent: (wrong) => `The public API is not what ${wrong} says. Run: npm run build && npm run api:report`,
});
