// What the compiler says of the programs in the documentation, and what an editor shows on hover: every argument, output and
// property of a result has a documentation, however its type came about. Both ask one compilation, which takes seconds.
import { readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { definitions } from "../../src/provider/lifecycle";
import { compileHere, errorsIn } from "../support/compilerErrors";
import { blocksOf, pages, root, textOf } from "./support/pages";

/** A program may be either kind of module; only one of them can `export =`. */
const extension = (program: string) => (/^export =/m.test(program) ? ".cts" : ".mts");

const programs = new Map(
    pages.flatMap((page) =>
        blocksOf(page)
            .filter(({ language }) => language === "ts")
            .map(({ text }, n) => [path.join(root, `${page}.${n + 1}${extension(text)}`), text] as const),
    ),
);

/** A package that programs use and that is not installed here: what they use of it. */
programs.set(
    path.join(root, "docs", "aws.d.ts"),
    `declare module "@pulumi/aws" {
        import * as pulumi from "@pulumi/pulumi";
        export namespace ec2 {
            class Stub extends pulumi.CustomResource {
                constructor(name: string, args: Record<string, pulumi.Input<unknown>>);
            }
            class VpcPeeringConnectionAccepter extends Stub {}
            class Route extends Stub {}
        }
    }`,
);

/** The examples of the classes, as editors show them. */
const examples = new Map(
    ["resources", "components"]
        .flatMap((folder) =>
            readdirSync(path.join(root, "src", "program", folder)).map((file) =>
                path.join("src", "program", folder, file),
            ),
        )
        .flatMap((file) => [
            ...textOf(file).matchAll(/@example\n \* ```ts\n((?: \* .*\n)*?) \* ```\n \*\/\nexport class (\w+)/g),
        ])
        .map(([, lines = "", name = ""]) => [name, lines.replace(/^ \* /gm, "")] as const),
);
const imports = 'import * as pulumi from "@pulumi/pulumi";\nimport * as clouddb from "pulumi-clouddb";\n';
for (const [name, text] of examples) programs.set(path.join(root, `example.${name}.mts`), `${imports}${text}`);

const compiled = compileHere(programs);

test("every class has an example, which is among the programs that compile", () => {
    const classes = [
        "PeeringActivation",
        "Peering",
        "PreviewFork",
        "PrivateService",
        "ReadReplicaSet",
        "Service",
        "Vpc",
    ];
    expect([...examples.keys()].sort()).toEqual(classes.sort());
});

test("every program in the documentation compiles", () => {
    expect(programs.size).toBeGreaterThan(5);
    expect(errorsIn(compiled, programs.keys())).toEqual([]);
});

/** What the programs import. */
const entry = path.join(root, "src", "index.ts");
const checker = compiled.getTypeChecker();
const exported = checker
    .getExportsOfModule(checker.getSymbolAtLocation(compiled.getSourceFile(entry)!)!)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));

/** Our own properties of a type, and of each member of a union, not those of the SDK's classes and of the language. */
function propertiesOf(symbol: ts.Symbol): ts.Symbol[] {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const members = (type.isUnion() ? type.types : [type]).filter((one) => !checker.isTupleType(one));
    const properties = members.flatMap((one) => checker.getPropertiesOfType(one));
    return properties.filter(
        ({ declarations = [] }) => !declarations.some((one) => one.getSourceFile().fileName.includes("node_modules")),
    );
}

const types = exported.filter(({ flags }) => flags & ts.SymbolFlags.Type);

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
