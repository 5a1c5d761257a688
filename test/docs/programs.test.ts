import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.resolve(__dirname, "..", "..");
const pages = ["README.md", ...readdirSync(path.join(root, "docs")).map((file) => path.join("docs", file))];

/** The TypeScript programs of a page. */
const programsOf = (page: string): string[] =>
    [...readFileSync(path.join(root, page), "utf8").matchAll(/^```ts\n(.*?)^```/gms)].map(([, program]) => program!);

/** A program may be either kind of module; only one of them can `export =`. */
const extension = (program: string) => (/^export =/m.test(program) ? ".cts" : ".mts");

const programs = new Map(
    pages.flatMap((page) =>
        programsOf(page).map(
            (program, n) => [path.join(root, `${page}.${n + 1}${extension(program)}`), program] as const,
        ),
    ),
);

/** The compiler's errors, with this project's settings. */
function complaints(): string[] {
    const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
        config: { compilerOptions: object };
    };
    const { options } = ts.convertCompilerOptionsFromJson(
        { ...config.compilerOptions, declaration: false, noUnusedLocals: false },
        root,
    );
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists, readFile } = host;
    host.fileExists = (file) => programs.has(file) || fileExists(file);
    host.readFile = (file) => programs.get(file) ?? readFile(file);
    host.getSourceFile = (file, version, ...rest) => {
        const program = programs.get(file);
        return program === undefined
            ? getSourceFile(file, version, ...rest)
            : ts.createSourceFile(file, program, version);
    };
    const compiled = ts.createProgram([...programs.keys()], options, host);
    // Our own sources, which they import, are checked by `npm run typecheck`.
    return [...programs.keys()]
        .flatMap((file) => ts.getPreEmitDiagnostics(compiled, compiled.getSourceFile(file)))
        .map(
            ({ file, messageText }) =>
                `${path.relative(root, file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
        );
}

test("every program in the documentation compiles", () => {
    expect(programs.size).toBeGreaterThan(5);
    expect(complaints()).toEqual([]);
});
