import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { lockFile, openFile, replaceFile } from "../../src/engine/state/store";

let dir: string;
beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "atomic-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const file = () => path.join(dir, "deep", "state.json");

describe("a state file", () => {
    test("is created with its directory", async () => {
        await replaceFile(file(), "one");
        await replaceFile(file(), "two");
        expect(await readFile(file(), "utf8")).toBe("two");
        expect(await readdir(path.dirname(file()))).toEqual(["state.json"]);
    });

    test("keeps its content if a write is interrupted", async () => {
        await replaceFile(file(), "whole");
        await writeFile(`${file()}.next`, "hal");
        expect(await readFile(file(), "utf8")).toBe("whole");
        await replaceFile(file(), "next");
        expect(await readFile(file(), "utf8")).toBe("next");
    });

    test("that does not exist is a new stack, and one that cannot be read is an error", async () => {
        const { document, release } = await openFile(file(), "p");
        expect(document).toBeUndefined();
        await release();
        await expect(openFile(path.dirname(file()), "p")).rejects.toThrow("EISDIR");
    });
});

describe("the lock of a state file", () => {
    test("of a dead process is ignored", async () => {
        const { pid } = spawnSync(process.execPath, ["-e", ""]);
        await replaceFile(file(), "state");
        await writeFile(`${file()}.lock-${pid}-a`, "");
        const unlock = await lockFile(file());
        await expect(lockFile(file())).rejects.toThrow(`in use by process ${process.pid}`);
        await unlock();
        expect(await readdir(path.dirname(file()))).toEqual(["state.json"]);
    });

    test("has one owner at most, also if several processes take it at once", async () => {
        const { pid } = spawnSync(process.execPath, ["-e", ""]);
        await replaceFile(file(), "state");
        for (let time = 0; time < 100; time++) {
            await writeFile(`${file()}.lock-${pid}-a`, "");
            const attempts = await Promise.allSettled([1, 2, 3].map(() => lockFile(file())));
            const had = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
            expect(had.length).toBeLessThanOrEqual(1);
            for (const unlock of had) await unlock();
        }
    });
});
