import type { ServerResponse } from "node:http";
import { createClient, noRecords } from "../../../src/provider/api";
import { defaults } from "../../../src/provider/api/transport";
import { version } from "../../../src/shared/packageRoot";
import { json, type Handler } from "../../support/httpServer";
import { apiKey, service, withClient } from "./support";

/** Keeps every answer back until there are no more to come, and notes the most requests at one time. */
function holdBack() {
    const waiting: ServerResponse[] = [];
    let most = 0;
    const handler: Handler = (_, response) => {
        waiting.push(response);
        most = Math.max(most, waiting.length);
    };
    const release = () => waiting.splice(0).forEach((response) => response.end("[]"));
    return { handler, release, waiting: () => waiting.length, most: () => most };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Fails after so many turns of the event loop that the machine is not the reason. */
async function until(condition: () => boolean): Promise<void> {
    for (let turns = 0; !condition(); turns++) {
        if (turns === 100_000) throw new Error(`never: ${String(condition)}`);
        await turn();
    }
}

describe("requests at the same time", () => {
    it.each([
        ["eight, where nothing else is asked for", undefined, defaults.maxConcurrency],
        ["as many as asked for", 3, 3],
    ])("are %s, over all clients", (_, maxConcurrency, limit) => {
        const server = holdBack();
        return withClient(
            server.handler,
            async (one, { baseUrl, clock }) => {
                const other = createClient({ baseUrl, apiKey: "another-key", clock, maxConcurrency });
                const calls = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).identity.projects());
                let done = 0;
                for (const call of calls) void call.then(() => done++);
                while (done < calls.length) {
                    const due = Math.min(limit, calls.length - done);
                    await until(() => server.waiting() === due);
                    server.release();
                    const before = done;
                    await until(() => done === before + due);
                }
                expect(server.most()).toBe(limit);
                await other.close();
            },
            { maxConcurrency, standing: true },
        );
    });
});

describe("changes that queue", () => {
    const queued = [0, 1, 2, 3, 4, 5, 6, 7];

    /** Runs `use` once as many changes as there are slots have reached the server, and others queue behind them. */
    const whileTwoOf = (
        use: (calls: Promise<unknown>[], context: Parameters<Parameters<typeof withClient>[1]>[1]) => Promise<void>,
        server: ReturnType<typeof holdBack>,
        beforeMutation: () => Promise<void>,
        requestTimeout?: number,
    ) =>
        withClient(
            server.handler,
            async (client, context) => {
                const calls = queued.map(() => client.services.stop(service));
                for (const call of calls) void call.catch(() => undefined);
                await until(() => server.waiting() === 2);
                await use(calls, context);
            },
            { maxConcurrency: 2, beforeMutation, standing: true, ...(requestTimeout && { requestTimeout }) },
        );

    it("are asked for when their turn comes, and none is sent while the answer is awaited", async () => {
        const server = holdBack();
        let asked = 0;
        let resume: () => void = () => undefined;
        const suspended = new Promise<void>((resolve) => (resume = resolve));
        const beforeMutation = () => (++asked > 2 ? suspended : Promise.resolve());
        await whileTwoOf(
            async (calls, { received }) => {
                expect(asked).toBe(2);
                server.release();
                await until(() => asked === 4);
                for (let i = 0; i < 20; i++) await turn();
                expect([asked, received.length]).toEqual([4, 2]);
                resume();
                while (received.length < queued.length || server.waiting() > 0) {
                    server.release();
                    await turn();
                }
                await Promise.all(calls);
                expect(server.most()).toBe(2);
            },
            server,
            beforeMutation,
        );
    });

    it("are not sent where that is refused, and leave their place to others", async () => {
        const server = holdBack();
        let asked = 0;
        const gone = new Error("the engine is gone");
        await whileTwoOf(
            async (calls, { received, baseUrl, clock }) => {
                server.release();
                const ends = await Promise.allSettled(calls);
                expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
                expect(ends.at(-1)).toEqual({ status: "rejected", reason: gone });
                expect(received).toHaveLength(2);
                const other = createClient({ baseUrl, apiKey, clock, maxConcurrency: 2 });
                const lists = [other.identity.projects(), other.identity.projects()];
                await until(() => server.waiting() === 2);
                server.release();
                await Promise.all(lists);
                await other.close();
            },
            server,
            () => (++asked > 2 ? Promise.reject(gone) : Promise.resolve()),
        );
    });

    it("are never sent where their time ends while the answer is awaited", async () => {
        const server = holdBack();
        let asked = 0;
        let resume: () => void = () => undefined;
        const suspended = new Promise<void>((resolve) => (resume = resolve));
        await whileTwoOf(
            async (calls, { received, clock }) => {
                server.release();
                await until(() => asked === 4);
                await clock.advance(60_000);
                resume();
                const ends = await Promise.allSettled(calls);
                expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(queued.length - 2);
                expect(received).toHaveLength(2);
            },
            server,
            () => (++asked > 2 ? suspended : Promise.resolve()),
            60_000,
        );
    });
});

describe("a connection", () => {
    it("serves one request after the other", () =>
        withClient(json(200, []), async (client, { connections, received }) => {
            for (let i = 0; i < 10; i++) await client.identity.projects();
            expect(received).toHaveLength(10);
            // undici opens a second one where a request follows in the very moment in which the last one has ended.
            expect(connections()).toBeLessThanOrEqual(2);
        }));

    it("says who calls, and with which key", () =>
        withClient(json(200, []), async (client, { received }) => {
            await client.identity.projects();
            expect(received[0]?.headers).toMatchObject({
                "user-agent": `pulumi-clouddb/${version}`,
                authorization: `Bearer ${apiKey}`,
                accept: "application/json",
            });
        }));

    it("stays for the other clients of the address when one is closed", () =>
        withClient(json(200, []), async (client, { baseUrl, clock, connections }) => {
            const other = createClient({ baseUrl, apiKey, clock });
            await other.identity.projects();
            await other.close();
            await other.close();
            await turn();
            expect(await client.identity.projects()).toEqual(noRecords);
            expect(connections()).toBe(1);
            await expect(other.identity.projects()).rejects.toEqual(new Error("The client is closed."));
        }));

    it.each([1, 3])("is closed with the last client, after what is under way or queues (%d)", (count) => {
        const server = holdBack();
        return withClient(
            server.handler,
            async (client) => {
                const calls = Array.from({ length: count }, () => client.identity.projects());
                await until(() => server.waiting() === 1);
                const closing = client.close();
                for (const call of calls) {
                    await until(() => server.waiting() === 1);
                    server.release();
                    expect(await call).toEqual(noRecords);
                }
                await closing;
            },
            { standing: true, maxConcurrency: 1 },
        );
    });
});
