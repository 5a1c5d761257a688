// What an editor shows on hover: every argument, output and property of a result has a documentation, however its type came about.
import path from "node:path";
import ts from "typescript";
import { definitions } from "../../src/lifecycle";

const root = path.resolve(__dirname, "..", "..");
const entry = path.join(root, "src", "index.ts");

const options = ts.getParsedCommandLineOfConfigFile(
    path.join(root, "tsconfig.json"),
    {},
    {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
            throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
        },
    },
)!.options;
const program = ts.createProgram([entry], { ...options, noEmit: true });
const checker = program.getTypeChecker();
const exported = checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));

/** Our own properties of an interface or class, not those of the SDK's classes. */
function propertiesOf(symbol: ts.Symbol): ts.Symbol[] {
    const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
    return properties.filter(
        ({ declarations = [] }) => !declarations.some((one) => one.getSourceFile().fileName.includes("node_modules")),
    );
}

const types = exported.filter(({ flags }) => flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class));

test("the types are found, and those of a result that is derived from a class as well", () => {
    const names = types.map(({ name }) => name);
    for (const { type } of Object.values(definitions))
        expect(names).toEqual(expect.arrayContaining([type, `${type}Args`]));
    const result = types.find(({ name }) => name === "ServiceResult")!;
    expect(propertiesOf(result).map(({ name }) => name)).toEqual(
        expect.arrayContaining(["id", "name", "vpcId", "metrics"]),
    );
});

test.each(types.map((symbol) => [symbol.name, symbol] as const))("%s", (_, symbol) => {
    const undocumented = propertiesOf(symbol).filter((one) => one.getDocumentationComment(checker).length === 0);
    expect(undocumented.map(({ name }) => name)).toEqual([]);
});
