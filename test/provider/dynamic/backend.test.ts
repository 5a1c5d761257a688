// Where the CLI keeps the state: names of different backends differ, and of one backend are the same everywhere.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { stateBackend } from "../../../src/provider/dynamic/autoName";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), "clouddb-backend-"))));
afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
});

function write(file: string, content: string | object): string {
    const full = path.join(folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, typeof content === "string" ? content : JSON.stringify(content));
    return path.dirname(full);
}
const project = (backend?: string) => write("Pulumi.yaml", `name: shop\nruntime: nodejs\n${backend ?? ""}`);
const ofProject = (url: string) => project(`backend:\n  url: ${url}\n`);
const login = (home: string, current: string) =>
    write(`${home}/credentials.json`, { current, accessTokens: { [current]: "planted" }, accounts: {} });
const asUser = (home: string) => jest.spyOn(os, "userInfo").mockReturnValue({ ...os.userInfo(), homedir: home });

const [one, two] = ["s3://one", "s3://two"];

describe("the backend is", () => {
    test("that of the variable, before all others", async () => {
        const PULUMI_HOME = login("home", two);
        const directory = ofProject(two);
        expect(await stateBackend({ PULUMI_BACKEND_URL: one, PULUMI_HOME }, directory)).toBe(one);
    });

    test.each(["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"])(
        "that of the project in %s, before the login",
        async (file) => {
            const PULUMI_HOME = login("home", two);
            const directory = write(file, { name: "shop", runtime: "nodejs", backend: { url: one } });
            expect(await stateBackend({ PULUMI_HOME, PULUMI_BACKEND_URL: "" }, directory)).toBe(one);
        },
    );

    test("that of the nearest project above the working directory", async () => {
        ofProject(two);
        write("deep/Pulumi.yml", { name: "inner", runtime: "nodejs", backend: { url: one } });
        const directory = write("deep/src/program/index.ts", "");
        expect(await stateBackend({}, directory)).toBe(one);
    });

    test("that of the current login: in the path for credentials, in Pulumi's home, in the user's", async () => {
        const directory = project();
        const PULUMI_CREDENTIALS_PATH = login("credentials", one);
        const PULUMI_HOME = login("home", two);
        login("user/.pulumi", "s3://three");
        asUser(path.join(folder, "user"));
        expect(await stateBackend({ PULUMI_CREDENTIALS_PATH, PULUMI_HOME }, directory)).toBe(one);
        expect(await stateBackend({ PULUMI_HOME }, directory)).toBe(two);
        expect(await stateBackend({}, directory)).toBe("s3://three");
    });

    test("without the credentials that an address may have", async () => {
        const url = "postgres://user:planted@host:5432/state";
        expect(await stateBackend({ PULUMI_BACKEND_URL: url })).toBe("postgres://host:5432/state");
    });

    test("of a local folder another one for another machine and another user; of a shared one the same", async () => {
        const PULUMI_BACKEND_URL = "file://~/state";
        const here = await stateBackend({ PULUMI_BACKEND_URL });
        const shared = await stateBackend({ PULUMI_BACKEND_URL: one });
        jest.spyOn(os, "hostname").mockReturnValue("another-machine");
        const there = await stateBackend({ PULUMI_BACKEND_URL });
        asUser("/home/another");
        const another = await stateBackend({ PULUMI_BACKEND_URL });
        expect(new Set([here, there, another]).size).toBe(3);
        expect(await stateBackend({ PULUMI_BACKEND_URL: one })).toBe(shared);
    });
});

describe("the backend is not known", () => {
    const unknown = async (environment: Record<string, string> = {}, directory = folder) =>
        expect(await stateBackend(environment, directory)).toBeUndefined();

    test("without a project file: the CLI has found one elsewhere", () =>
        unknown({ PULUMI_HOME: login("home", one) }, write("elsewhere/index.ts", "")));

    test("where the project file cannot be read", async () => {
        const PULUMI_HOME = login("home", one);
        write("Pulumi.yaml", "name: [");
        await unknown({ PULUMI_HOME });
        ofProject("[1]");
        await unknown({ PULUMI_HOME });
    });

    test.each<[string, string | object]>([
        ["no login", { accessTokens: {} }],
        ["another form", { current: 5 }],
        ["no JSON", "planted"],
        // As CLI 3.260 stores it where the system has a store for keys.
        ["an encrypted one", { version: 1, ciphertext: "planted" }],
    ])("where the file of the login has %s", async (_what, content) => {
        await unknown({ PULUMI_HOME: write("home/credentials.json", content) }, project());
    });

    test("where there is no such file", () => unknown({ PULUMI_HOME: folder }, project()));

    test.each(["file://state", "file://./state", "file://."])(
        "where it is %s: the provider does not know the CLI's own directory",
        (url) => unknown({ PULUMI_BACKEND_URL: url }),
    );

    test("where the user has no home, and nothing fails", async () => {
        const directory = project();
        jest.spyOn(os, "userInfo").mockImplementation(() => {
            throw new Error("A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)");
        });
        jest.spyOn(os, "homedir").mockImplementation(() => {
            throw new Error("A system error occurred: uv_os_homedir returned ENOENT (no such file or directory)");
        });
        await unknown({}, directory);
        await unknown({ PULUMI_BACKEND_URL: "file:///state" });
        expect(await stateBackend({ PULUMI_BACKEND_URL: one })).toBe(one);
    });
});
