// Plain HTTP requests to an emulator.
import { type Emulator, type EmulatorOptions, startEmulator, VirtualClock } from "../../../src/emulator";

export interface Reply {
    readonly status: number;
    readonly headers: Headers;
    /** The parsed body; `undefined` if there is none. */
    readonly body: unknown;
}

/** The value at a path of a body. */
export const at = (body: unknown, ...path: (string | number)[]): unknown =>
    path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], body);

/** The string at a path of a body. */
export const textAt = (body: unknown, ...path: (string | number)[]): string => String(at(body, ...path));

/** A reply that refuses the request with this status and code. */
export const refusal = (status: number, code: string) => ({
    status,
    body: { code, message: expect.stringMatching(/\w/) as unknown },
});

export interface Sent {
    readonly token?: string | null;
    readonly body?: unknown;
    /** A raw body instead of JSON. */
    readonly text?: string;
    readonly headers?: Record<string, string>;
}

export async function request(url: string, method: string, sent: Sent = {}): Promise<Reply> {
    const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const response = await fetch(url, {
        method,
        body: text,
        headers: {
            ...(sent.token != null && { authorization: `Bearer ${sent.token}` }),
            ...(text !== undefined && { "content-type": "application/json" }),
            ...sent.headers,
        },
    });
    const answer = await response.text();
    return {
        status: response.status,
        headers: response.headers,
        body: answer === "" ? undefined : (JSON.parse(answer) as unknown),
    };
}

/** An emulator on a clock of its own, and plain calls to it. */
export class Bench {
    private constructor(
        readonly clock: VirtualClock,
        readonly emulator: Emulator,
    ) {}

    static async start(options: EmulatorOptions = {}): Promise<Bench> {
        const clock = new VirtualClock();
        return new Bench(clock, await startEmulator({ clock, ...options }));
    }

    readonly stop = () => this.emulator.stop();

    /** Calls the API. A path without a leading slash is relative to the project. */
    call(method: string, path: string, body?: unknown, sent: Sent = {}): Promise<Reply> {
        const full = path.startsWith("/") ? path : `/projects/${this.emulator.projectId}/${path}`;
        return request(this.emulator.url + full, method, { token: this.emulator.token, body, ...sent });
    }

    get = (path: string) => this.call("GET", path);
    post = (path: string, body?: unknown) => this.call("POST", path, body);
    delete = (path: string) => this.call("DELETE", path);

    control(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
        return request(this.emulator.control + path, method, { body, headers });
    }

    /** Advances the clock by seconds. */
    pass = (seconds: number) => this.clock.advance(seconds * 1000);

    /** Records each status of a resource from now on, with the second at which it was first seen. */
    watch(path: string, seconds = 400): Promise<[status: string, second: number][]> {
        const statusOf = async () => {
            const { status, body } = await this.get(path);
            return status === 200 ? textAt(body, "status") : String(status);
        };
        return this.watchStatus(statusOf, seconds);
    }

    async watchStatus(statusOf: () => Promise<string>, seconds: number): Promise<[status: string, second: number][]> {
        const seen: [string, number][] = [];
        for (let second = 0; second <= seconds; second += 5) {
            const status = await statusOf();
            if (seen.at(-1)?.[0] !== status) seen.push([status, second]);
            await this.pass(5);
        }
        return seen;
    }
}
