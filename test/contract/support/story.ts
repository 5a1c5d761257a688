import { createClient, type Client, type ServiceRecord } from "../../../src/api";
import { systemClock, type Clock } from "../../../src/clock";
import { type Emulator, startEmulator, VirtualClock } from "../../../src/emulator";
import { OwnRequests } from "../../../src/emulator/http/traffic";
import { type Recorder, startRecorder } from "./recorder";

const { CLOUDDB_TEST_BASE_URL: address, CLOUDDB_TEST_API_KEY: key, CLOUDDB_TEST_REGION: region } = process.env;

/** Whether the suite runs against the emulator; otherwise, against the address that the environment names. */
export const emulated = address === undefined;

/** The context of the rows, including what earlier rows have created. */
export interface Story {
    readonly client: Client;
    /** A client with an OAuth token; emulator only. */
    readonly oauth?: Client;
    readonly projectId: string;
    readonly region: string;
    /** A unique name. */
    readonly name: (what: string) => string;
    /** The ids of created resources. */
    readonly ids: Record<string, string>;
    readonly emulator?: Emulator;
    readonly recorder: Recorder;
    readonly now: () => number;
    /** Polls every few seconds until `isDone`, and returns the last result. */
    readonly until: <T>(look: () => Promise<T>, isDone: (seen: T) => boolean) => Promise<T>;
    readonly end: () => Promise<void>;
}

const betweenLooks = 5_000;
const longestWait = 45 * 60_000;

function waiting(clock: Clock): Story["until"] {
    return async (look, isDone) => {
        const start = clock.now();
        for (;;) {
            const seen = await look();
            if (isDone(seen)) return seen;
            if (clock.now() - start > longestWait) throw new Error(`still not done: ${JSON.stringify(seen)}`);
            await clock.sleep(betweenLooks);
        }
    };
}

/** The project that the key is scoped to, or the only accessible one. */
async function projectOf(client: Client): Promise<string> {
    const who = await client.identity.whoami();
    const [first] = who.apiKey ? [who.apiKey.project] : (await client.identity.projects()).records;
    if (!first) throw new Error("The key reaches no project.");
    return first.id;
}

async function begin(base: string, apiKey: string, clock: Clock, emulator?: Emulator): Promise<Story> {
    const recorder = await startRecorder(base);
    // Time must not advance while a request is in transit to or from the recorder.
    const own = new OwnRequests(recorder.baseUrl);
    const stop = clock instanceof VirtualClock ? clock.autoAdvance({ idle: () => own.count === 0 }) : () => undefined;
    const clients: Client[] = [];
    const connect = (token: string) => {
        const client = createClient({ baseUrl: recorder.baseUrl, apiKey: token, clock });
        clients.push(client);
        return client;
    };
    const client = connect(apiKey);
    const token = emulator?.tokens.find(({ type }) => type === "oauth")?.token;
    const run = clock.now().toString(36);
    return {
        client,
        oauth: token === undefined ? undefined : connect(token),
        projectId: await projectOf(client),
        region: region ?? "us-east-1",
        name: (what) => `contract-${what}-${run}`,
        ids: {},
        emulator,
        recorder,
        now: () => clock.now(),
        until: waiting(clock),
        async end() {
            await Promise.all(clients.map((one) => one.close()));
            stop();
            own.close();
            await recorder.close();
            await emulator?.stop();
        },
    };
}

export async function beginStory(): Promise<Story> {
    if (address !== undefined) {
        if (key === undefined) throw new Error("CLOUDDB_TEST_API_KEY is needed with CLOUDDB_TEST_BASE_URL.");
        return begin(address, key, systemClock);
    }
    const clock = new VirtualClock();
    const emulator = await startEmulator({ clock });
    return begin(emulator.url, emulator.token, clock, emulator);
}

/** Whether a service has settled. */
export const isSettled = ({ status }: ServiceRecord) => ["READY", "PAUSED", "UNSTABLE", "DELETED"].includes(status);
