// All single faults of a request.
import { endpoints, type EndpointName } from "../../src/provider/api/endpoints";
import type { Fault } from "../../src/emulator";
import type { CreateCall } from "../histories/oracle/world";
import { namesake } from "./hands";
import { type Stage, timeScale } from "./stage";
import type { Recorded, Strike } from "./watch";

type Action = Fault["do"];
type Verb = NonNullable<Fault["verb"]>;

const notFound = { code: "NOT_FOUND", message: "There is no such thing." };
const refused = { code: "REFUSED", message: "It cannot be done." };
const statuses = [400, 401, 403, 404, 409, 422, 423, 429, 500, 502, 503] as const;
const lapses = [1, 5, 15, 70] as const;
const lapsesOfOne = [15, 70] as const;

const answer = (name: string, action: Action): Strike => ({ name, kind: "answer", do: action });
const body = (status: number, content: unknown, when: "before" | "after" = "before"): Action => ({
    kind: "status",
    status,
    body: content,
    when,
});

const refusals = (when: "before" | "after"): Strike[] =>
    statuses.map((status) => answer(`${status} ${when}`, body(status, status === 404 ? notFound : refused, when)));

const singles: readonly EndpointName[] = ["getService", "getVpc", "getPeering", "listReplicaSets", "listPeerings"];
const collections: readonly EndpointName[] = ["listServices", "listVpcs"];

/** For a while, nothing exists: each GET of a resource is a 404 in the API's form, and lists are empty. */
const lapse = (seconds: number): Strike => ({
    name: `nothing for ${seconds} s`,
    kind: "moment",
    act(stage) {
        const { emulator, clock } = stage;
        const all = [
            ...singles.map((endpoint) => ({ endpoint, do: body(404, notFound) })),
            ...collections.map((endpoint) => ({ endpoint, do: body(200, []) })),
        ];
        const added = all.map((fault) => emulator.faults.add({ ...fault, count: null }));
        stage.lapses++;
        void clock.sleep(seconds * 1000).then(() => {
            added.forEach((id) => emulator.faults.remove(id));
            stage.lapses--;
        });
        return [];
    },
});

/** For a while, reads show everything but the service or VPC that the request is about. */
const hidden = (seconds: number, path: string): Strike => ({
    name: `hidden for ${seconds} s`,
    kind: "moment",
    act(stage) {
        const [, collection, id] = /\/(services|vpcs)\/([^/]+)/.exec(path) ?? [];
        const end = hide(stage, collection as "services" | "vpcs", id!);
        stage.lapses++;
        void stage.clock.sleep(seconds * 1000).then(() => {
            end();
            stage.lapses--;
        });
        return [];
    },
});

/** Takes it out of the world for the time of each GET. @returns what ends it */
function hide({ emulator, hidden: all }: Stage, collection: "services" | "vpcs", id: string): () => void {
    let reading = 0;
    let taken: (() => void) | undefined;
    const end = emulator.intercept({
        before({ method }) {
            const rows = emulator.world[collection] as Map<string, unknown>;
            const row = rows.get(id);
            // A GET that was answered by a fault has not come to its end.
            if (method !== "GET") {
                putBack();
                return;
            }
            reading++;
            if (row === undefined) return;
            rows.delete(id);
            taken = () => rows.set(id, row);
        },
        after({ method }) {
            if (method === "GET" && --reading <= 0) putBack();
        },
    });
    const putBack = () => {
        reading = 0;
        taken?.();
        taken = undefined;
    };
    all.add(putBack);
    return () => {
        end();
        putBack();
        all.delete(putBack);
    };
}

/** The record of somebody else's service or VPC, as a GET shows it. */
export type RecordsOfOthers = Readonly<Partial<Record<"services" | "vpcs", unknown>>>;

const collectionOf = (path: string) => /\/(services|vpcs)(\/|$)/.exec(path)?.[1] as "services" | "vpcs" | undefined;

function faultsOfRead({ entry, old }: Recorded, others: RecordsOfOthers): Strike[] {
    const { endpoint, path } = entry;
    const collection = collectionOf(path);
    const isList = Array.isArray(old) || (endpoint?.startsWith("list") ?? false);
    const wrong: Strike[] = [];
    if (isList) wrong.push(answer("empty list", body(200, [])));
    if (old !== undefined) wrong.push(answer(isList ? "lagging list" : "old record", body(200, old)));
    if (endpoint === "getService" || endpoint === "getVpc")
        wrong.push(answer("another's record", body(200, others[collection!])));
    return [
        answer("lost", { kind: "drop", when: "before" }),
        ...refusals("before"),
        ...wrong,
        ...(collection === undefined ? [] : lapses.map(lapse)),
        ...(/\/(services|vpcs)\/\w+/.test(path) ? lapsesOfOne.map((seconds) => hidden(seconds, path)) : []),
        { name: "kill", kind: "kill", done: false },
    ];
}

const creates: ReadonlySet<string | undefined> = new Set(["createService", "forkService", "createVpc"]);
/** Whether the answer shows the record of a service or VPC. */
const showsRecord = (endpoint: EndpointName | undefined) =>
    creates.has(endpoint) || (endpoint !== undefined && "shows" in endpoints[endpoint]);

/** The answer to a creation shows an older service of the name that was asked for, which was not listed before. */
const answersNamesake = (call: CreateCall, path: string, when: "before" | "after"): Strike => ({
    name: `an old namesake's record ${when}`,
    kind: "moment",
    async act(stage: Stage) {
        const ids = namesake(stage, call, 48 * 3_600_000);
        const [, project] = /^(\/projects\/[^/]+)\//.exec(path) ?? [];
        const record = await stage.raw(`${project}/services/${ids[0]}`);
        stage.emulator.faults.add({ do: body(202, record, when) });
        return ids;
    },
});

/** The answer to a creation is lost after the work, and lists show nothing new for so long. */
const lostWithLag = (seconds: number): Strike => ({
    name: `lost after, lists lag for ${seconds} s`,
    kind: "moment",
    act({ emulator, clock }) {
        emulator.faults.add({ do: { kind: "drop", when: "after" } });
        emulator.setQuirks({ listLagMs: (seconds * 1000) / timeScale });
        void clock.sleep(seconds * 1000).then(() => emulator.setQuirks({ listLagMs: 0 }));
        return [];
    },
});
const lags = [100, 150] as const;

function faultsOfChange({ entry, old }: Recorded, others: RecordsOfOthers, call: CreateCall | undefined): Strike[] {
    const { endpoint, path } = entry;
    const sides = ["before", "after"] as const;
    const other = others[collectionOf(path)!];
    const records: Strike[] = sides.flatMap((when): Strike[] => {
        if (!showsRecord(endpoint)) return [];
        const isCreate = creates.has(endpoint);
        return [
            ...(other === undefined ? [] : [answer(`another's record ${when}`, body(202, other, when))]),
            ...(old === undefined || isCreate ? [] : [answer(`old record ${when}`, body(202, old, when))]),
            ...(isCreate && endpoint !== "createVpc" && call ? [answersNamesake(call, path, when)] : []),
        ];
    });
    return [
        ...sides.flatMap((when): Strike[] => [
            answer(`lost ${when}`, { kind: "drop", when }),
            ...refusals(when),
            { name: `kill ${when}`, kind: "kill", done: when === "after" },
        ]),
        ...records,
        ...(creates.has(endpoint) ? lags.map(lostWithLag) : []),
    ];
}

export function faultsOf(recorded: Recorded, others: RecordsOfOthers, call: CreateCall | undefined): Strike[] {
    const verb = recorded.entry.method as Verb;
    const all = verb === "GET" ? faultsOfRead(recorded, others) : faultsOfChange(recorded, others, call);
    return all.map((strike) => (strike.kind === "answer" ? { ...strike, verb } : strike));
}
