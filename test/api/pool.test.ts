import type { ServerResponse } from "node:http";
import { createClient, noRecords } from "../../src/api";
import { defaults } from "../../src/api/transport";
import { version } from "../../src/packageRoot";
import { json, type Handler } from "../support/httpServer";
import { apiKey, withClient } from "./support";

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

async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await turn();
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

    it("is closed with the last client, after what is under way", () => {
        const server = holdBack();
        return withClient(
            server.handler,
            async (client) => {
                const call = client.identity.projects();
                await until(() => server.waiting() === 1);
                const closing = client.close();
                server.release();
                expect(await call).toEqual(noRecords);
                await closing;
            },
            { standing: true },
        );
    });
});
