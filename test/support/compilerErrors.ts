import path from "node:path";
import ts from "typescript";

const root = path.resolve(__dirname, "..", "..");

/** What was compiled last: the declarations of libraries and packages are read once for a file of tests. */
let before: ts.Program | undefined;

/** The compiler's errors in programs that are no files: their texts, by absolute path. With this project's settings. */
export function compilerErrors(programs: ReadonlyMap<string, string>): string[] {
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
            ? (before?.getSourceFile(file) ?? getSourceFile(file, version, ...rest))
            : ts.createSourceFile(file, program, version);
    };
    const compiled = ts.createProgram([...programs.keys()], options, host, before);
    before = compiled;
    // Our own sources, which they import, are checked by `npm run typecheck`.
    return [...programs.keys()]
        .flatMap((file) => ts.getPreEmitDiagnostics(compiled, compiled.getSourceFile(file)))
        .map(
            ({ file, messageText }) =>
                `${path.relative(root, file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
        );
}
