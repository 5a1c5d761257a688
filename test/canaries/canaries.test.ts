// Secrets are placed wherever a user can put one, and the API echoes all of them. Everything that an engine prints or
// stores is searched for them in every encoding: files, state, events, command lines and environments of processes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EndpointName } from "../../src/provider/api";
import type { Fault } from "../../src/emulator";
import type { Outcome } from "../e2e/support/driver";
import { scenario, type Stage } from "../e2e/support/scenario";
import { secretEcho } from "../support/secretForms";
import { inFiles, inProcesses, inText, type Canaries } from "./support/hunt";

jest.setTimeout(240_000);

const keys = {
    "the stack's key": 'pat_Planted"Key%41/+&=\\of-the-stack',
    "the profile's key": "pat_Planted+Key/of=the&profile",
};
const secrets = {
    ...keys,
    "the given password": 'planted "p/w" ö 100%&=?#@hunter2',
    "the next given password": "planted+next/p=w&of\\the'service",
    "a password under a wrong name": "planted: a slip of the pen",
    "a password of the wrong type": "planted in a list, not alone",
    "the password in an address": "planted-in-the-address",
};

// Whatever is put aside while it runs is put where it is searched.
const before = process.env["TMPDIR"];
const root = mkdtempSync(path.join(tmpdir(), "canaries-"));
process.env["TMPDIR"] = root;
afterAll(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(root, { recursive: true, force: true });
});

/** What the processes of the engine show, each time that the API is asked for something. */
const seen = new Set<string>();
let canaries: Canaries = {};
const look = () => {
    for (const finding of inProcesses(root, canaries)) seen.add(finding);
};

function hunt(what: string, { printed, diagnostics }: Pick<Outcome, "printed" | "diagnostics">): void {
    const told = diagnostics.map(({ message }) => message).join("\n");
    expect({
        what,
        found: [
            ...inText("printed", printed, canaries),
            ...inText("told", told, canaries),
            ...inFiles(root, canaries),
            ...seen,
        ],
    }).toEqual({ what, found: [] });
}

/** The program takes its secrets from the configuration, so that its text has none. */
const program = (given: string, more = "") => `
    const config = new pulumi.Config("canary");
    const region = "us-east-1";
    const given = new clouddb.Service("given", { regionCode: region, password: config.requireSecret("${given}"), connectionPooler: true });
    const generated = new clouddb.Service("generated", { regionCode: region, generatePassword: true });
    const initial = new clouddb.Service("initial", { regionCode: region, profile: "blue" });
    const url = (service) => service.connectionString({ user: "app", database: "db" });
    exports.urls = [given, generated, initial].map(url);
    exports.found = clouddb.getServiceOutput({ id: initial.id, profile: "blue" });
    ${more}`;

/** Every way in which a call may fail, each with a body that repeats everything. */
const actions = (text: string): readonly Fault["do"][] => [
    {
        kind: "status",
        status: 402,
        body: { code: text, message: text, errors: [text] },
        headers: { "x-request-id": encodeURIComponent(text).slice(0, 200) },
    },
    { kind: "status", status: 403, body: text },
    { kind: "status", status: 200, body: { [text]: text, status: text } },
];

async function play(stage: Stage): Promise<void> {
    const { stack, emulator } = stage;
    canaries = { ...secrets, "the environment's key": emulator.token };
    seen.clear();
    const run = async (what: string, ...args: Parameters<typeof stack.run>): Promise<Outcome> => {
        const outcome = await stack.run(...args);
        hunt(what, outcome);
        return outcome;
    };
    // A server can repeat what it has been sent: of a service, its own passwords.
    const sent = new Set([emulator.token, keys["the profile's key"]]);
    const ofService = new Map<string, Set<string>>();
    const withFault = async (
        what: string,
        endpoint: EndpointName,
        which: number,
        ...args: Parameters<typeof stack.run>
    ) => {
        const fail = (secrets: readonly string[]) => actions(secretEcho(secrets))[which]!;
        for (const [id, passwords] of ofService)
            emulator.faults.add({ endpoint, path: `*${id}*`, count: 50, do: fail([...sent, ...passwords]) });
        if (ofService.size === 0 || endpoint === "listServices")
            emulator.faults.add({ endpoint, count: 50, do: fail([...sent]) });
        const outcome = await run(what, ...args);
        emulator.faults.clear();
        expect({ what, failed: outcome.exitCode !== 0 }).toEqual({ what, failed: true });
    };
    const learn = () => {
        for (const { id, name, password } of emulator.world.services.values()) {
            canaries = { ...canaries, [`the password of ${name} ${password.slice(0, 4)}`]: password };
            ofService.set(id, (ofService.get(id) ?? new Set()).add(password));
        }
    };

    for (const [key, secret] of [
        ["canary:given", secrets["the given password"]],
        ["canary:next", secrets["the next given password"]],
        ["canary:slip", secrets["a password under a wrong name"]],
        ["canary:list", secrets["a password of the wrong type"]],
        ["clouddb:profiles", JSON.stringify({ blue: { apiKey: keys["the profile's key"] } })],
    ] as const)
        await stack.setConfig(key, secret, true);

    // The key of the environment first, the stack's own after it.
    stage.program(`new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });`);
    await withFault("an up with the key of the environment", "createVpc", 0, "up");
    await stack.setConfig("clouddb:apiKey", keys["the stack's key"], true);

    sent.clear();
    for (const key of Object.values(keys)) sent.add(key);
    stage.program(program("given"));
    await withFault("an up whose creates are refused", "createService", 1, "up");
    await withFault("an up whose passwords are not set", "updateServicePassword", 0, "up");
    learn();
    expect((await run("an up", "up")).exitCode).toBe(0);
    learn();
    expect(Object.keys(canaries).length).toBeGreaterThan(10);
    expect(await stack.outputs()).toMatchObject({ urls: expect.any(Array) as unknown });

    stage.program(program("next", "config.get('x');"));
    expect((await run("a preview of another password", "preview")).exitCode).toBe(0);
    const given = [...emulator.world.services.values()].find(({ name }) => name.startsWith("given-"))!;
    ofService.get(given.id)!.add(secrets["the next given password"]);
    await withFault("an up whose new password is refused", "updateServicePassword", 1, "up");
    // It was rejected and is not in the state, so it cannot be recognised as a secret.
    ofService.get(given.id)!.delete(secrets["the next given password"]);
    await withFault("a refresh that fails", "listServices", 2, "refresh");
    stage.program(
        program(
            "next",
            `new clouddb.Service("slip", { pasword: config.requireSecret("slip"), password: [config.requireSecret("list")] });`,
        ),
    );
    expect((await run("a preview of bad input", "preview")).exitCode).not.toBe(0);
    const address = `https://user:${secrets["the password in an address"]}@api.example.com/v1`;
    await stack.setConfig("clouddb:baseUrl", address, true);
    expect((await run("a preview with a bad address", "preview")).exitCode).not.toBe(0);
    await stack.setConfig("clouddb:baseUrl", emulator.url);
    await withFault("a destroy that is refused", "deleteService", 1, "destroy");
}

scenario("no canary is found anywhere", play, {
    tokens: [
        { token: keys["the stack's key"], projects: ["main"] },
        { token: keys["the profile's key"], projects: ["analytics"] },
    ],
    log: look,
});
