// The command line, run as the compiled file in a separate process.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import packageJson from "../../package.json";
import { startDetached } from "../../src/emulator/detached";
import { request, textAt } from "./support/raw";

interface FirstLine {
    url: string;
    control: string;
    tokens: { token: string; type: string; projects: string[] }[];
}

const root = join(__dirname, "..", "..");
const command = join(root, packageJson.bin.clouddb);
const started: ChildProcess[] = [];
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "emulator-"))));
afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => {
    const child = spawn(process.execPath, [command, "emulator", ...args], { stdio: ["ignore", "pipe", "pipe"] });
    started.push(child);
    let [output, errors] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output, errors }));
    return { child, ended };
};

/** Starts an emulator and reads its line. */
const serve = async (...args: string[]) => {
    const { child, ended } = run("--port", "0", ...args);
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    return { child, ended, first: JSON.parse(line) as FirstLine };
};

test("it prints one line of JSON, and serves both APIs until SIGTERM", async () => {
    const { child, ended, first } = await serve();
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(first.control).toBe(first.url.replace("/v1", "/_control"));
    expect(first.tokens.map(({ type, projects }) => [type, projects.length])).toEqual([
        ["apiKey", 1],
        ["apiKey", 1],
        ["oauth", 2],
    ]);
    const projects = await request(`${first.url}/projects`, "GET", { token: first.tokens[2]!.token });
    expect(projects.body).toHaveLength(2);
    expect((await request(`${first.control}/clock`, "GET")).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, errors: "" });
    expect((await ended).output.trim().split("\n")).toHaveLength(1);
});

test("^C stops it, also with a request in progress", async () => {
    const { child, ended, first } = await serve();
    await request(`${first.control}/faults`, "POST", { body: { do: { kind: "hang" } } });
    const hanging = request(`${first.url}/projects`, "GET").catch(() => "dropped");
    const arrived = async () => ((await request(`${first.control}/requests`, "GET")).body as unknown[]).length;
    while ((await arrived()) === 0) continue;
    child.kill("SIGINT");
    expect(await hanging).toBe("dropped");
    expect((await ended).code).toBe(0);
});

test("--state survives a kill, and --time-scale 0 completes operations at once", async () => {
    const args = ["--state", join(folder, "state.json"), "--time-scale", "0"];
    const one = await serve(...args);
    const { token, projects } = one.first.tokens[0]!;
    const list = `/projects/${projects[0]!}/services`;
    const made = await request(one.first.url + list, "POST", { token, body: { name: "orders" } });
    expect(textAt(made.body, "status")).toBe("READY");
    one.child.kill("SIGKILL");
    await one.ended;
    const two = await serve(...args);
    expect(two.first.tokens).toEqual(one.first.tokens);
    expect((await request(two.first.url + list, "GET", { token })).body).toMatchObject([{ name: "orders" }]);
});

test("--services creates services in a new state, --seed decides the tokens, --verbose logs requests", async () => {
    const args = ["--state", join(folder, "state.json"), "--services", "20", "--seed", "5", "--verbose"];
    for (let start = 0; start < 2; start++) {
        const { child, ended, first } = await serve(...args);
        const { token, projects } = first.tokens[0]!;
        const path = `/projects/${projects[0]!}/services`;
        expect((await request(first.url + path, "GET", { token })).body).toHaveLength(20);
        child.kill("SIGTERM");
        expect(await ended).toMatchObject({ code: 0, errors: `GET ${path} 200\n` });
        expect(first.tokens).not.toEqual((await serve("--seed", "6")).first.tokens);
    }
});

test.each([
    [[], [422, 422, 202]],
    [
        ["--region", "mars", "--region", "us-esat-1"],
        [202, 422, 202],
    ],
    [["--lenient"], [202, 202, 202]],
])("%j: a misspelt region, an odd size and what is usual", async (args, statuses) => {
    const { first } = await serve(...args);
    const { token, projects } = first.tokens[0]!;
    const bodies = [{ region_code: "us-esat-1" }, { cpu_millis: "1000", memory_gbs: "5" }, {}];
    const made = bodies.map((body) =>
        request(`${first.url}/projects/${projects[0]!}/services`, "POST", { token, body: { name: "orders", ...body } }),
    );
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual(statuses);
});

test.each([
    [["--port", "high"], "option '--port <number>' argument 'high' is invalid. It must be a number, 0 or above."],
    [["--port", "70000"], "port: 70000 is not within 0 to 65535"],
    [["--time-scale", "-1"], "--time-scale"],
    [
        ["--time-scale", "1e3"],
        "option '--time-scale <factor>' argument '1e3' is invalid. It must be a number, 0 or above.",
    ],
    [
        ["--services", "2.5"],
        "option '--services <count>' argument '2.5' is invalid. It must be a whole number, 0 or above.",
    ],
    [["--colour"], "unknown option '--colour'"],
    [["now"], "too many arguments"],
])("%j is a usage error", async (args, message) => {
    const { code, output, errors } = await run(...args).ended;
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toContain(message);
    expect(errors).toContain("clouddb emulator --help");
    expect(errors).not.toContain("    at ");
});

test("a port that is taken and an unreadable state are named", async () => {
    const { first } = await serve();
    const { port } = new URL(first.url);
    const taken = await run("--port", port).ended;
    expect(taken.code).toBe(1);
    expect(taken.errors).toMatch(new RegExp(`^error: .*EADDRINUSE.*${port}`));
    const unreadable = await run("--state", folder).ended;
    expect(unreadable.code).toBe(1);
    expect(unreadable.errors).toContain(`${folder} is not an emulator state`);
});

test("--env starts an emulator that outlives the command, and prints what a shell evaluates", async () => {
    const { ended } = run("--env", "--seed", "7", "--services", "2");
    const { code, output, errors } = await ended;
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const shown = 'printf "%s\\n" "$CLOUDDB_BASE_URL" "$CLOUDDB_API_KEY" "$CLOUDDB_EMULATOR_PID"';
    const shell = spawnSync("sh", ["-c", `${output}\n${shown}`], { encoding: "utf8" });
    const [url, token, pid] = shell.stdout.split("\n");
    try {
        const { body } = await request(`${url}/auth/info`, "GET", { token });
        const { project } = (body as { api_key: { project: { id: string } } }).api_key;
        expect((await request(`${url}/projects/${project.id}/services`, "GET", { token })).body).toHaveLength(2);
    } finally {
        process.kill(Number(pid), "SIGTERM");
    }
});

test("a shell that evaluates --env has no setting of another API, also if the emulator does not start", async () => {
    const { first } = await serve();
    const env = {
        PATH: process.env["PATH"],
        ...{ CLOUDDB_BASE_URL: "https://production.example/v1", CLOUDDB_API_KEY: "real" },
        ...{ CLOUDDB_PROJECT_ID: "prj9", CLOUDDB_PROFILES: "{}" },
    };
    const names = (port: string) => {
        const shown = `eval "$(node ${command} emulator --env --port ${port})"; echo $?; env | grep -o "^CLOUDDB_[A-Z_]*" | sort; `;
        return spawnSync("sh", ["-c", `${shown} kill $CLOUDDB_EMULATOR_PID`], { encoding: "utf8", env }).stdout;
    };
    expect(names(new URL(first.url).port)).toBe("1\n");
    expect(names("0").trim().split("\n")).toEqual([
        "0",
        ...["CLOUDDB_API_KEY", "CLOUDDB_BASE_URL", "CLOUDDB_EMULATOR_CONTROL", "CLOUDDB_EMULATOR_PID"],
    ]);
});

test("--env names the certificate authority of databases, wherever it is", async () => {
    const script = join(folder, "emulator.js");
    const first = { url: "http://127.0.0.1:1/v1", tokens: [{ token: "t" }], caFile: "/o'clock folder/ca.crt" };
    writeFileSync(script, `console.log(${JSON.stringify(JSON.stringify(first))})`);
    const lines = await startDetached(script, []);
    const shell = spawnSync("sh", ["-c", `${lines}\nprintf %s "$CLOUDDB_EMULATOR_CA_FILE"`], { encoding: "utf8" });
    expect(shell.stdout).toBe(first.caFile);
});

test("--env says why the emulator does not start", async () => {
    const { first } = await serve();
    const { port } = new URL(first.url);
    const { code, output, errors } = await run("--env", "--port", port).ended;
    const unset = "unset CLOUDDB_BASE_URL CLOUDDB_API_KEY CLOUDDB_PROJECT_ID CLOUDDB_PROFILES\n";
    expect({ code, output }).toEqual({ code: 1, output: `${unset}false\n` });
    expect(errors).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
    expect((await run("--env", "--verbose").ended).code).toBe(2);
});
