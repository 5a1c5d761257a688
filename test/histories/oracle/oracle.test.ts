// Each rule of the oracle can fail: one sound scene, and for each rule what breaks it.
import { type RequestEntry, startEmulator, VirtualClock } from "../../../src/emulator";
import { type Held, type Outcome, project, type StepDone } from "../engine/operate";
import { emptyProgram, type Program, urnOf } from "../model/program";
import { drifted, unchanged } from "./changes";
import { fulfilled, unfinished } from "./fulfilled";
import { rules } from "./rules";
import { type Memory, newMemory, type Scene, type Violation } from "./scene";
import { type Things, thingsIn } from "./world";

const regionCode = "us-east-1";
const program: Program = {
    ...emptyProgram,
    services: { s0: { args: { regionCode }, options: { label: "db", aliases: [] } } },
};
const urn = urnOf(program, "s0", "dev", project);
const state: Outcome["state"] = {
    version: 3,
    deployment: { manifest: { time: "2030-01-01T00:00:00Z", magic: "", version: "" } },
};
const quiet: Outcome = { ok: true, killed: false, steps: [], diagnostics: [], rows: [], state };

let all: Things;
/** The stack's service, a set of somebody else in it, another service, and one that the sound scene does not have. */
let ids: Readonly<Record<"own" | "set" | "foreign" | "extra", string>>;
let now: number;
beforeAll(async () => {
    const emulator = await startEmulator({ clock: new VirtualClock() });
    const { create } = emulator;
    const own = create.service({ name: "db-abcdefg", region_code: regionCode }).id;
    ids = {
        own,
        set: create.replicaSet({ service_id: own, name: "reports" }).id,
        foreign: create.service({ name: "theirs" }).id,
        extra: create.service({ name: "db-1234567", age_ms: 0 }).id,
    };
    all = thingsIn(emulator.world);
    now = emulator.now();
    await emulator.stop();
});

const without = (things: Things, id: string): Things => new Map([...things].filter(([each]) => each !== id));

const held = (id: string, changed: Partial<Held> = {}): Held => ({
    urn,
    type: "Service",
    name: "db",
    id,
    inputs: {},
    outputs: {},
    retainOnDelete: false,
    markedForDelete: false,
    pendingReplacement: false,
    ...changed,
});

/** An `up` that changes nothing. */
function sound(): Scene {
    const moment = { state: [held(ids.own)], things: without(all, ids.extra) };
    return {
        asked: { do: "up" },
        stack: 0,
        backends: [0, 0, 1],
        program,
        onNameConflict: undefined,
        urns: new Map([["s0", urn]]),
        selected: undefined,
        forced: new Set(),
        before: moment,
        after: moment,
        others: new Set(),
        requests: [],
        preview: quiet,
        outcome: quiet,
        elsewhere: false,
        faulty: false,
        emptyAnswers: [],
        hides: false,
        omitsDeleting: false,
        omits: [],
        ghosts: false,
        now,
    };
}

const memory = (): Memory => ({
    ...newMemory(now),
    foreign: new Set([ids.foreign, ids.set]),
    made: new Map([[ids.extra, { stack: 0, call: undefined }]]),
});

const post: RequestEntry = {
    number: 1,
    at: 0,
    method: "POST",
    path: "/projects/p/services",
    query: {},
    endpoint: "createService",
    body: {},
    headers: {},
    caller: undefined,
    status: 202,
    faults: [],
};
const step = (op: StepDone["op"], changed: Partial<StepDone> = {}): StepDone => ({
    op,
    urn,
    oldId: ids.own,
    result: undefined,
    outcome: "done",
    ...changed,
});
const saying = (message: string, steps: StepDone[] = []): Outcome => ({
    ...quiet,
    steps,
    diagnostics: [{ severity: "error", urn, message }],
});
/** What no longer exists after the operation. */
const deleted = (scene: Scene, id: string): Scene => ({
    ...scene,
    after: { ...scene.after, things: without(scene.after.things, id) },
});
const holding = (scene: Scene, before: readonly Held[], after: readonly Held[]): Scene => ({
    ...scene,
    before: { ...scene.before, state: before },
    after: { ...scene.after, state: after },
});

/** What breaks a rule, by its name. */
const broken: Readonly<Record<string, (scene: Scene) => Scene>> = {
    previewsChangeNothing: (scene) => ({ ...scene, asked: { do: "preview" }, requests: [post] }),
    noCrash: (scene) => ({ ...scene, outcome: saying("TypeError: x is not a function") }),
    onlyWhatWasNamed: (scene) => deleted(scene, ids.own),
    notWhatWasTakenOver: (scene) => deleted(holding(scene, [], [held(ids.own)]), ids.own),
    notWhatIsForeign: (scene) => deleted(scene, ids.foreign),
    notWhatIsProtected: (scene) =>
        deleted(holding(scene, [held(ids.own, { outputs: { deletionProtection: true } })], []), ids.own),
    notWhatIsProdThere: (scene) => {
        const things = new Map(scene.before.things);
        const own = things.get(ids.own)!;
        if (own.row.kind === "service") things.set(ids.own, { ...own, row: { ...own.row, environment: "PROD" } });
        const before = { ...scene.before, things };
        return deleted({ ...scene, before, program: emptyProgram }, ids.own);
    },
    namesHolders: (scene) => ({
        ...scene,
        outcome: saying("The delete was refused: 409", [step("delete", { outcome: "failed" })]),
    }),
    nothingForgotten: (scene) => holding(scene, [held(ids.own)], []),
    nothingUnknown: (scene) => ({ ...scene, after: { ...scene.after, things: all } }),
    namesLeftovers: (scene) => ({
        ...holding(scene, [], [held(ids.own)]),
        before: { state: [], things: without(all, ids.own) },
        after: { state: [held(ids.own)], things: all },
    }),
    nothingTaken: (scene) => holding(scene, [], [held(ids.foreign)]),
    nothingShared: (scene) => {
        const other = held(ids.own, { urn: `${urn}2` });
        const urns = new Map([...scene.urns, ["s1", other.urn]]);
        return { ...holding(scene, [held(ids.own)], [held(ids.own), other]), urns };
    },
    nothingDead: (scene) => deleted(scene, ids.own),
    noNeedlessReplacement: (scene) => ({
        ...scene,
        asked: { do: "preview" },
        outcome: { ...quiet, steps: [step("replace")] },
    }),
    tellsOfItself: (scene) =>
        holding(scene, [held(ids.own)], [held(ids.own, { outputs: { endpoint: { host: `${ids.foreign}.example` } } })]),
    keepsPassword: (scene) => ({
        ...scene,
        before: { state: [], things: without(all, ids.own) },
        requests: [{ ...post, body: { name: "db-abcdefg" } }],
    }),
    onlyLooks: (scene) => ({ ...scene, asked: { do: "refresh" }, requests: [post] }),
};

test("every rule has a scene that breaks it", () => {
    expect(Object.keys(broken).sort()).toEqual(rules.map(({ name }) => name).sort());
});

test.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
    expect(rule(sound(), memory())).toEqual([]);
    expect(rule(broken[name]!(sound()), memory())).not.toEqual([]);
});

test.each([
    [1, 0],
    [2, 1],
])(
    "what stack %i has made, and the preview announces, may be taken over from the same backend only",
    (maker, count) => {
        const rule = rules.find(({ name }) => name === "nothingTaken")!;
        const scene: Scene = {
            ...holding(sound(), [], [held(ids.extra)]),
            before: { state: [], things: all },
            preview: saying(ids.extra),
        };
        const made = new Map([[ids.extra, { stack: maker, call: undefined }]]);
        expect(rule(scene, { ...memory(), made })).toHaveLength(count);
    },
);

const fulfilledBy = (environment: "DEV" | "PROD"): Violation[] => {
    const asking = { ...program, services: { s0: { ...program.services.s0!, args: { regionCode, environment } } } };
    return fulfilled(asking, new Map([["s0", urn]]), [held(ids.own)], all);
};
const unfinishedWith = (endpoint: boolean): Violation[] => {
    const { row, ...thing } = all.get(ids.own)!;
    return unfinished([held(ids.own)], new Map([[ids.own, { ...thing, row: { ...row, endpoint } as typeof row }]]));
};

test.each<[string, () => Violation[], () => Violation[]]>([
    ["fulfilled", () => fulfilledBy("DEV"), () => fulfilledBy("PROD")],
    ["unfinished", () => unfinishedWith(true), () => unfinishedWith(false)],
    ["unchanged", () => unchanged(quiet), () => unchanged({ ...quiet, steps: [step("update")] })],
    [
        "drifted",
        () => drifted({ ...quiet, steps: [step("refresh", { result: "same" })] }),
        () => drifted({ ...quiet, steps: [step("refresh", { result: "update" })] }),
    ],
])("%s", (_, kept, violated) => {
    expect(kept()).toEqual([]);
    expect(violated()).not.toEqual([]);
});
