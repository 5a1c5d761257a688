import path from "node:path";
import ts from "typescript";

const root = path.resolve(__dirname, "..", "..");

/** What was compiled last: the declarations of libraries and packages are read once for a file of tests. */
let before: ts.Program | undefined;

/** Compiles programs that are no files: their texts, by absolute path. With this project's settings. */
export function compileHere(programs: ReadonlyMap<string, string>): ts.Program {
    const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
        config: { compilerOptions: object };
    };
    const settings = { ...config.compilerOptions, declaration: false, noUnusedLocals: false };
    return (before = compile(programs, settings, before));
}

/** The compiler's errors in these files, not in what they import: `npm run typecheck` checks our own sources. */
export const errorsIn = (compiled: ts.Program, files: Iterable<string>): string[] =>
    [...files].flatMap((file) => errorTexts(ts.getPreEmitDiagnostics(compiled, compiled.getSourceFile(file))));

/** The compiler's errors in programs that are no files; see {@link compileHere}. */
export const compilerErrors = (programs: ReadonlyMap<string, string>): string[] =>
    errorsIn(compileHere(programs), programs.keys());

/** The errors and warnings of the compiler, each with the file it is in. */
export const errorTexts = (diagnostics: readonly ts.Diagnostic[]): string[] =>
    diagnostics.map(
        ({ file, messageText }) =>
            `${path.relative(root, file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );

/**
 * Compiles programs that are no files: their texts, by absolute path. The settings are those of a tsconfig.json in the root.
 *
 * @param before - a compilation with the same settings, whose other files are taken over.
 */
export function compile(programs: ReadonlyMap<string, string>, settings: object, before?: ts.Program): ts.Program {
    const { options, errors } = ts.convertCompilerOptionsFromJson(settings, root);
    if (errors.length > 0) throw new Error(errorTexts(errors).join("\n"));
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
    return ts.createProgram([...programs.keys()], options, host, before);
}
