// The published declarations, as the compiler reads them in a user's project.
import path from "node:path";
import ts from "typescript";
import { compile, compilerErrors, errorTexts } from "../support/compilerErrors";

const root = path.resolve(__dirname, "..", "..");
const program = path.join(root, "test", "package", "aProgram.ts");

/** The tsconfig.json of Pulumi's template for TypeScript; it does not set `skipLibCheck`. */
const templateSettings = {
    strict: true,
    outDir: "bin",
    target: "es2016",
    module: "commonjs",
    moduleResolution: "node",
    sourceMap: true,
    experimentalDecorators: true,
    pretty: true,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
};

test("all entries compile with the settings of Pulumi's template, and without the types of zod", () => {
    const text = `
        import * as clouddb from "pulumi-clouddb";
        import { createClient, type ServiceRecord } from "pulumi-clouddb/api";
        import { startEmulator, type Quirks } from "pulumi-clouddb/emulator";
        import { cloudDbMocks } from "pulumi-clouddb/testing";

        export const service = new clouddb.Service("orders", { cpuMillis: 2000, memoryGbs: 8 });
        export const host = service.endpoint.host;
        export const nameOf = ({ serviceId, name }: ServiceRecord): string => name ?? serviceId;
        export const emulator = (quirks: Partial<Quirks>) => startEmulator({ quirks });
        export { cloudDbMocks, createClient };`;
    const compiled = compile(new Map([[program, text]]), {
        ...templateSettings,
        noEmit: true,
        // What the compiler's newest version asks for.
        types: ["node"],
        ignoreDeprecations: "6.0",
    });
    expect(errorTexts(ts.getPreEmitDiagnostics(compiled))).toEqual([]);
    const read = compiled.getSourceFiles().map(({ fileName }) => fileName);
    expect(read.filter((file) => /node_modules\/(zod|yaml)\//.test(file))).toEqual([]);
    expect(read.some((file) => file.endsWith("dist/provider/api/endpoints.d.ts"))).toBe(true);
});

test("the published types are those of the source", () => {
    const types = {
        "provider/api": [
            "CredentialInfo",
            "LogsPage",
            "PeeringRecord",
            "ProjectRecord",
            "ReplicaSetRecord",
            "ServiceRecord",
        ],
        emulator: ["Drift", "Fault", "Quirks", "Row"],
    };
    const calls = "create fork resize updatePassword setHa setEnvironment logs".split(" ");
    const pairs = [
        ...Object.entries(types).flatMap(([entry, names]) =>
            names.map((name) => [`import("../../src/${entry}").${name}`, `import("../../dist/${entry}").${name}`]),
        ),
        ...calls.map((call) => {
            const args = (folder: string) =>
                `Parameters<import("../../${folder}/provider/api").Client["services"]["${call}"]>`;
            return [args("src"), args("dist")];
        }),
    ];
    const lines = pairs.map(([source, built], index) => `export const same${index}: Same<${source}, ${built}> = true;`);
    const text = `
        type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? NotAny<A, B> : "source is wider") : "built is wider";
        type NotAny<A, B> = 0 extends 1 & A ? "any" : 0 extends 1 & B ? "any" : unknown extends B ? "unknown" : true;
        ${lines.join("\n")}`;
    expect(compilerErrors(new Map([[program, text]]))).toEqual([]);
});
