// The Pulumi CLI with the native provider: the programs are those of the dynamic one.
import { lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { write } from "../../support/fixtureProject";
import { cliDriver } from "./cli";
import type { Driver, Outcome, Stack } from "./driver";

/** @param home - of the package, in the project. */
export const pluginLines = (home = "node_modules/pulumi-clouddb"): string => `plugins:
  providers:
    - name: clouddb
      path: ./${home}/dist/plugin
`;

interface Manifest {
    readonly exports: Readonly<Record<string, unknown>>;
}

/** Gives the project a package whose main entry is the native one, so that `import "pulumi-clouddb"` means its classes. */
function exchangePackage(folder: string): void {
    const home = path.join(folder, "node_modules", "pulumi-clouddb");
    const real = realpathSync(home);
    const { exports, ...manifest } = JSON.parse(readFileSync(path.join(real, "package.json"), "utf8")) as Manifest;
    const [main, types] = ["./dist/native.js", "./dist/native.d.ts"];
    rmSync(home);
    mkdirSync(home);
    for (const part of ["dist", "docs", "examples"])
        symlinkSync(path.join(real, part), path.join(home, part), "junction");
    const exchanged = { ...manifest, main, types, exports: { ...exports, ".": exports["./native"] } };
    write(home, { "package.json": JSON.stringify(exchanged) });
}

/** The engine reads the resources of the native provider without being asked to. */
const withoutReads = ({ changes, steps, ...outcome }: Outcome): Outcome => ({
    ...outcome,
    changes: Object.fromEntries(Object.entries(changes).filter(([op]) => op !== "refresh")),
    steps: steps.filter((step) => !step.startsWith("refresh ")),
});

export const nativeDriver: Driver = {
    name: `${cliDriver.name}, by the native provider`,
    async stack(folder, name, environment) {
        const home = path.join(folder, "node_modules", "pulumi-clouddb");
        if (lstatSync(home).isSymbolicLink()) exchangePackage(folder);
        // A scenario may write its own settings.
        const declare = () => {
            const settings = readFileSync(path.join(folder, "Pulumi.yaml"), "utf8");
            if (!settings.includes("plugins:")) write(folder, { "Pulumi.yaml": settings + pluginLines() });
        };
        declare();
        const stack = (await cliDriver.stack(folder, name, environment)) as Required<Stack>;
        return {
            ...stack,
            async run(operation, options) {
                declare();
                const outcome = await stack.run(operation, options);
                return operation === "refresh" || options?.refresh === true ? outcome : withoutReads(outcome);
            },
            import(file) {
                declare();
                return stack.import(file);
            },
            command(...args) {
                declare();
                return stack.command(...args);
            },
        };
    },
};
