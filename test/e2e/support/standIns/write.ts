import { readFileSync } from "node:fs";
import path from "node:path";
import { addPackages, write } from "../../../support/fixtureProject";
import { compiled } from "../shell";

const textOf = (name: string) => compiled(readFileSync(path.join(__dirname, `${name}.ts`), "utf8"));

/** Installs the stand-ins of `@pulumi/postgresql` and `@pulumi/command` in a project. Commands have these variables in their environment. */
export function writeStandIns(folder: string, environment: Readonly<Record<string, string>>): void {
    addPackages(folder, "pg", "node-pg-migrate", ".bin");
    write(path.join(folder, "node_modules", "@pulumi"), {
        "postgresql/index.js": textOf("postgresql"),
        "postgresql/statements.js": textOf("statements"),
        "command/index.js": textOf("command"),
        "command/environment.json": JSON.stringify(environment),
    });
}
