// What the compiler says of the programs in the documentation, and what an editor shows on hover: every argument, output and
// property of a result has a documentation, however its type came about. Both ask one compilation, which takes seconds.
import { readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { definitions } from "../../src/provider/lifecycle";
import { compileHere, errorsIn } from "../support/compilerErrors";
import { exampleProgram } from "./support/examples";
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

/** Packages that programs use and that are not installed here: what they use of them. */
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
programs.set(
    path.join(root, "docs", "postgresql.d.ts"),
    `declare module "@pulumi/postgresql" {
        import * as pulumi from "@pulumi/pulumi";
        type Text = pulumi.Input<string>;
        type Privileges = { role: Text; database: Text; objectType: Text; privileges: pulumi.Input<Text[]> };
        type Endpoint = { host?: pulumi.Input<string | undefined>; port?: pulumi.Input<number | undefined> };
        type Login = { username: Text; password: pulumi.Input<string | undefined>; database: Text };
        class Stub<Args> extends pulumi.CustomResource {
            readonly name: pulumi.Output<string>;
            constructor(name: string, args: Args, options?: pulumi.CustomResourceOptions);
        }
        export class Provider extends pulumi.ProviderResource {
            constructor(name: string, args: Endpoint & Login & { superuser: boolean });
        }
        export class Role extends Stub<{ name: Text; login: boolean; password: Text }> {}
        export class Database extends Stub<{ name: Text }> {}
        export class Extension extends Stub<{ name: Text; database: Text }> {}
        export class Grant extends Stub<Privileges & { schema?: Text }> {}
        export class DefaultPrivileges extends Stub<Privileges & { owner: Text; schema: Text }> {}
    }`,
);
programs.set(
    path.join(root, "docs", "command.d.ts"),
    `declare module "@pulumi/command" {
        import * as pulumi from "@pulumi/pulumi";
        export namespace local {
            type Args = {
                create: pulumi.Input<string>;
                environment: pulumi.Input<Record<string, pulumi.Input<string>>>;
                triggers: pulumi.Input<unknown[]>;
            };
            class Command extends pulumi.CustomResource {
                constructor(name: string, args: Args, options?: pulumi.CustomResourceOptions);
            }
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
/** The examples of the arguments. */
const classesOf = Object.values(definitions).map(({ type }) => type);
programs.set(path.join(root, "example.arguments.mts"), `${imports}${exampleProgram(classesOf)}`);

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
