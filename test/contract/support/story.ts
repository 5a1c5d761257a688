import { createClient, type Client } from "../../../src/provider/api";
import { systemClock, type Clock } from "../../../src/shared/clock";
import { type Emulator, startEmulator, VirtualClock } from "../../../src/emulator";
import { OwnRequests } from "../../../src/emulator/http/traffic";
import { type Recorder, startRecorder } from "./recorder";

const { CLOUDDB_TEST_BASE_URL: address, CLOUDDB_TEST_API_KEY: key, CLOUDDB_TEST_REGION: region } = process.env;

/** Whether the suite runs against the emulator; otherwise, against the address that the environment names. */
export const emulated = address === undefined;

/** A test that needs something done behind the API's back, or an answer that the contract leaves open. */
export const emulatedTest = emulated ? test : test.skip;

const betweenLooks = 5_000;
const longestWait = 45 * 60_000;

/** The context of the rows, including what earlier rows have created. */
class Story {
    client!: Client;
    /** A client with an OAuth token; emulator only. */
    oauth!: Client;
    /** The project that the key is scoped to, or the first accessible one. */
    projectId!: string;
    emulator!: Emulator;
    recorder!: Recorder;
    readonly region = region ?? "us-east-1";
    readonly ids: Record<string, string> = {};
    #clock: Clock = systemClock;
    #run = "";
    readonly #ends: (() => unknown)[] = [];

    readonly now = () => this.#clock.now();
    readonly name = (what: string) => `contract-${what}-${this.#run}`;
    readonly vpc = () => ({ projectId: this.projectId, vpcId: this.ids.vpc! });
    readonly service = (which = "service") => ({ projectId: this.projectId, serviceId: this.ids[which]! });

    /** Polls every few seconds until `isDone`, and returns the last result. */
    async until<T>(look: () => Promise<T>, isDone: (seen: T) => boolean): Promise<T> {
        const start = this.now();
        for (;;) {
            const seen = await look();
            if (isDone(seen)) return seen;
            if (this.now() - start > longestWait) throw new Error(`still not done: ${JSON.stringify(seen)}`);
            await this.#clock.sleep(betweenLooks);
        }
    }

    async begin(): Promise<void> {
        if (address === undefined) {
            const clock = new VirtualClock();
            this.#clock = clock;
            this.emulator = await startEmulator({ clock });
            this.recorder = await startRecorder(this.emulator.url);
            // Time must not advance while a request is in transit to or from the recorder.
            const own = new OwnRequests(this.recorder.baseUrl);
            const stop = clock.autoAdvance({ idle: () => own.count === 0 });
            this.#ends.push(
                stop,
                () => own.close(),
                () => this.recorder.close(),
                () => this.emulator.stop(),
            );
            this.oauth = this.connect(this.emulator.tokens.find(({ type }) => type === "oauth")!.token);
        } else {
            this.recorder = await startRecorder(address);
            this.#ends.push(() => this.recorder.close());
        }
        const apiKey = emulated ? this.emulator.token : key;
        if (apiKey === undefined) throw new Error("CLOUDDB_TEST_API_KEY is needed with CLOUDDB_TEST_BASE_URL.");
        this.client = this.connect(apiKey);
        this.#run = this.now().toString(36);
        const who = await this.client.identity.whoami();
        const [first] = who.apiKey ? [who.apiKey.project] : (await this.client.identity.projects()).records;
        if (!first) throw new Error("The key reaches no project.");
        this.projectId = first.id;
    }

    connect(apiKey: string): Client {
        const client = createClient({ baseUrl: this.recorder.baseUrl, apiKey, clock: this.#clock });
        this.#ends.unshift(() => client.close());
        return client;
    }

    async end(): Promise<void> {
        for (const end of this.#ends) await end();
    }
}

export const story = new Story();
