// What the state has beside the outputs: written by `stateOf`, read by `parseState`.
import fc from "fast-check";
import { definitions } from "../../src/lifecycle";
import type { AnyDefinition, AnyKnownState, Project } from "../../src/lifecycle";
import { givenAfter, inputsFrom, parseState, stateOf, type Hidden } from "../../src/provider/state";
import type { PropertyMap } from "../support/propertyMaps";

const service = definitions.service as AnyDefinition;
const urn = "urn:pulumi:dev::shop::t::orders";
const noHidden: Hidden = {
    urn,
    timeouts: undefined,
    autoNamed: undefined,
    said: undefined,
    owner: "o1",
    made: 1_700_000_000,
    unfinished: undefined,
};
const project = { id: "p1", client: { baseUrl: "https://a/v1" } } as Partial<Project> as Project;
const known = (observed: PropertyMap, more: Partial<AnyKnownState> = {}): AnyKnownState => ({
    observed,
    assumed: new Set(),
    spellings: {},
    ...more,
});
const stored = (state: AnyKnownState, args: PropertyMap = {}, hidden: Partial<Hidden> = {}, given: string[] = []) =>
    stateOf(service, state, { args, given, hidden: { ...noHidden, ...hidden }, project });
const bookkeeping = (state: { readonly [key: string]: unknown }) => state["__clouddb"] as PropertyMap;

test("only what has something to say is stored", () => {
    expect(bookkeeping(stored(known({ name: "orders" }), {}, {}, ["name", "cpuMillis"]))).toEqual({
        v: 1,
        urn,
        owner: "o1",
        made: 1_700_000_000,
        address: "https://a/v1",
        given: ["cpuMillis", "name"],
    });
});

test("values that are assumed are stored in order, and are assumed again", () => {
    const state = stored(known({ paused: false }, { assumed: new Set(["paused", "environment"]) }));
    expect(bookkeeping(state)["assumed"]).toEqual(["environment", "paused"]);
    expect(parseState(state).remembered.assumed).toEqual(new Set(["environment", "paused"]));
});

test("an observed value that is no output is kept apart, and known again", () => {
    const [hidden] = service.hidden;
    const state = stored(known({ name: "orders", [hidden!]: "given" }));
    expect(state).not.toHaveProperty(hidden!);
    expect(bookkeeping(state)["kept"]).toEqual({ [hidden!]: "given" });
    expect(parseState(state).remembered.observed).toMatchObject({ name: "orders", [hidden!]: "given" });
});

test("what the program says of a guarding argument is stored where the resource differs, and outlasts a refresh", () => {
    const said = (state: { readonly [key: string]: unknown }) => bookkeeping(state)["said"];
    expect(said(stored(known({ environment: "PROD" }), { environment: "PROD" }))).toBeUndefined();
    expect(said(stored(known({ environment: "PROD" }), {}))).toBeUndefined();
    const drifted = stored(known({ environment: "DEV" }), { environment: "PROD" });
    expect(said(drifted)).toEqual({ environment: "PROD" });
    const { hidden, outputs } = parseState(drifted);
    expect(said(stored(known({ environment: "DEV" }), outputs, hidden))).toEqual({ environment: "PROD" });
    // Protected by what the program says, though the API says DEV.
    expect(drifted["deletionProtection"]).toBe(true);
});

test("an unfinished operation is stored, a finished one is not", () => {
    expect(bookkeeping(stored(known({}), {}, { unfinished: true }))["unfinished"]).toBe(true);
    expect(bookkeeping(stored(known({}), {}, { unfinished: false }))).not.toHaveProperty("unfinished");
});

test("spellings are stored, and known again", () => {
    const spellings = { regionCode: { asked: "US-East-1", shown: "us-east-1" } };
    const state = stored(known({ regionCode: "US-East-1" }, { spellings }));
    expect(parseState(state).remembered.spellings).toEqual(spellings);
    expect(bookkeeping(stored(known({})))).not.toHaveProperty("spellings");
});

test("a state that is read and written again is the same", () => {
    const observed = fc.record(
        {
            name: fc.string({ minLength: 1 }),
            environment: fc.constantFrom("DEV", "PROD"),
            paused: fc.boolean(),
            replicaCount: fc.nat({ max: 4 }),
            passwordOrigin: fc.constantFrom("given", "generated"),
        },
        { requiredKeys: [] },
    );
    const assumed = fc.subarray(["paused", "environment", "replicaCount"]).map((keys) => new Set(keys));
    const args = fc.record({ environment: fc.constantFrom("DEV", "PROD") }, { requiredKeys: [] });
    fc.assert(
        fc.property(observed, assumed, args, fc.boolean(), (values, set, program, unfinished) => {
            const given = Object.keys(program);
            const once = stored(known(values, { assumed: set }), program, { unfinished }, given);
            const { remembered, hidden, outputs, given: read } = parseState(once);
            const onlyOurs = Object.fromEntries(Object.entries(remembered.observed).filter(([key]) => key in values));
            const again = stateOf(
                service,
                { ...remembered, observed: onlyOurs },
                { args: outputs, given: read, hidden, project },
            );
            expect(again).toEqual(once);
        }),
    );
});

test("a read returns the current value of what was given, and nothing else", () => {
    const state = stored(known({ name: "orders", paused: true, replicaCount: 1 }), {}, {}, ["paused", "addons"]);
    expect(inputsFrom(state, ["paused", "addons"], { urn })).toEqual({ paused: true, __clouddb: { urn } });
});

test("an update that failed leaves the arguments that were given before, for their removal", () => {
    const inputs = { args: { paused: true }, unknown: [], hidden: { urn } } as Parameters<typeof givenAfter>[0];
    expect(givenAfter(inputs, ["connectionPooler", "paused"], true)).toEqual(["paused"]);
    expect(givenAfter(inputs, ["connectionPooler", "paused"], false)).toEqual(["paused", "connectionPooler"]);
});
