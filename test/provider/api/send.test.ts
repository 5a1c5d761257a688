import { createClient, noRecords } from "../../../src/provider/api";
import { VirtualClock } from "../../../src/emulator";
import { defaults } from "../../../src/provider/api/transport";
import { hangUp, inTurn, json, noAnswer, type Received } from "../../support/httpServer";
import { apiErrorOf, apiKey, service, withClient } from "./support";

const refuse = (status: number, headers?: Record<string, string>) => json(status, { code: "NO" }, headers);

/** The time between one request and the next, by the virtual clock. */
const pauses = (received: readonly Received[]) =>
    received.slice(1).map(({ at }, i) => at - (received[i]?.at ?? Number.NaN));

// Which answers are worth another attempt is in retry.test.ts.
describe("an attempt that fails", () => {
    it("is made again, and the answer to that is given", () =>
        withClient(inTurn(hangUp, refuse(500), refuse(503), json(200, [])), async (client, { received }) => {
            expect(await client.identity.projects()).toEqual(noRecords);
            expect(received).toHaveLength(4);
            for (const [i, pause] of pauses(received).entries()) {
                expect(pause).toBeGreaterThanOrEqual((defaults.firstPause * 2 ** i) / 2);
                expect(pause).toBeLessThanOrEqual(defaults.firstPause * 2 ** i);
            }
        }));

    it("is made again only so many times", () =>
        withClient(refuse(500), async (client, { received }) => {
            expect(await apiErrorOf(client.identity.projects())).toMatchObject({ kind: "server", status: 500 });
            expect(received).toHaveLength(defaults.maxAttempts);
        }));

    it.each([
        ["hangs up", hangUp, "transport", true],
        ["has no gateway", refuse(502), "server", true],
        ["has a slow gateway", refuse(504), "server", true],
        ["has a strange gateway", refuse(524), "server", true],
        ["breaks", refuse(500), "server", false],
        ["is away", refuse(503), "server", false],
    ])("is not made again for a change where the server %s", (_, handler, kind, outcomeUnknown) =>
        withClient(handler, async (client, { received }) => {
            const error = await apiErrorOf(client.services.stop(service));
            expect(error).toMatchObject({ kind, outcomeUnknown });
            expect(error.message.includes("it may have been applied anyway")).toBe(outcomeUnknown);
            expect(received).toHaveLength(1);
        }),
    );

    it("is made again for a change that never left", async () => {
        // A privileged port, which no test that runs beside this one can be given.
        const port = 1;
        const clock = new VirtualClock();
        const stop = clock.autoAdvance();
        const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey, clock });
        const error = await apiErrorOf(client.services.stop(service));
        expect(error).toMatchObject({ kind: "transport", outcomeUnknown: false });
        expect(error.message).toBe(
            `POST /projects/p1/services/s1/stop failed after ${defaults.maxAttempts} attempts: ` +
                `connect ECONNREFUSED 127.0.0.1:${port}`,
        );
        await client.close();
        stop();
    });

    it("is not made again where there is no TLS at the other end", () =>
        withClient(json(200, []), async (_, { baseUrl, clock, connections }) => {
            const client = createClient({ baseUrl: baseUrl.replace("http:", "https:"), apiKey, clock });
            const error = await apiErrorOf(client.services.stop(service));
            expect(error).toMatchObject({ kind: "transport", outcomeUnknown: false });
            expect(connections()).toBe(1);
            await client.close();
        }));
});

describe("a delete", () => {
    it.each([404, 410])("of what is gone already (%d) is done", (status) =>
        withClient(refuse(status), async (client) => {
            await expect(client.services.delete(service)).resolves.toBe(false);
        }),
    );

    it.each([
        ["whose answer got lost", hangUp, true],
        ["that a gateway gave up on", refuse(502), true],
        ["that came too often", refuse(429, { "retry-after": "1" }), false],
        ["that comes while the API is down", refuse(503), false],
    ])("%s is not made again: its caller looks first", (_, first, outcomeUnknown) =>
        withClient(inTurn(first, refuse(404)), async (client, { received }) => {
            const error = await apiErrorOf(client.services.delete(service));
            expect(error).toMatchObject({ outcomeUnknown });
            expect(received.map(({ method }) => method)).toEqual(["DELETE"]);
        }),
    );

    it("may have happened where nobody ever answers", () =>
        withClient(hangUp, async (client) => {
            const error = await apiErrorOf(client.services.delete(service));
            expect(error).toMatchObject({ kind: "transport", outcomeUnknown: true });
        }));
});

describe("Retry-After", () => {
    it("in seconds is obeyed to the letter", () =>
        withClient(inTurn(refuse(429, { "retry-after": "7" }), json(200, [])), async (client, { received }) => {
            await client.identity.projects();
            expect(pauses(received)).toEqual([7_000]);
        }));

    it("as a date is obeyed to the letter", () => {
        // The virtual clock begins at a whole second, and a date of HTTP has no more than that.
        const date = new Date(new VirtualClock().now() + 42_000).toUTCString();
        return withClient(inTurn(refuse(503, { "retry-after": date }), json(200, [])), async (client, { received }) => {
            await client.identity.projects();
            expect(pauses(received)).toEqual([42_000]);
        });
    });

    it("that is missing is not made up", () =>
        withClient(refuse(429), async (client) => {
            expect((await apiErrorOf(client.services.stop(service))).retryAfter).toBeUndefined();
        }));

    it("is obeyed for as long as there is time", () =>
        withClient(
            refuse(429, { "retry-after": "10" }),
            async (client, { received }) => {
                const error = await apiErrorOf(client.identity.projects());
                expect(error).toMatchObject({ kind: "rateLimited", status: 429 });
                expect(pauses(received)).toEqual([10_000, 10_000]);
            },
            { requestTimeout: 30_000 },
        ));

    it("that leaves no time ends the call at once", () =>
        withClient(refuse(429, { "retry-after": "86400" }), async (client, { received, clock }) => {
            const start = clock.now();
            const error = await apiErrorOf(client.identity.projects());
            expect(error).toMatchObject({ kind: "rateLimited", retryAfter: 86_400_000 });
            expect(error.message).toMatch(/^GET \/projects was refused: 429.*; the API asks to wait 24 h$/);
            expect(received).toHaveLength(1);
            expect(clock.now()).toBe(start);
        }));
});

describe("the time of a call", () => {
    const body = JSON.stringify([{ id: "p1", name: "main" }]);

    it("ends when nobody answers", () =>
        withClient(
            noAnswer,
            async (client, { clock }) => {
                const call = apiErrorOf(client.services.start(service));
                await clock.advance(59_999);
                expect(clock.sleeping).toBe(1);
                await clock.advance(1);
                const error = await call;
                expect(error).toMatchObject({ kind: "transport", outcomeUnknown: true });
                expect(error.message).toBe(
                    "POST /projects/p1/services/s1/start failed: no answer within 60 s; " +
                        "it may have been applied anyway",
                );
            },
            { requestTimeout: 60_000, standing: true },
        ));

    it("ends in the middle of a body that never does", () =>
        withClient(
            (_, response) => void response.writeHead(200, { "content-length": body.length }).write(body.slice(0, 5)),
            async (client, { clock, received }) => {
                const call = apiErrorOf(client.identity.projects());
                await clock.advance(60_000);
                expect(await call).toMatchObject({ kind: "transport", outcomeUnknown: false });
                expect(received).toHaveLength(1);
            },
            { requestTimeout: 60_000, standing: true },
        ));

    it("ends for a request that still queues, which is never sent then", () =>
        withClient(
            noAnswer,
            async (client, { baseUrl, clock, received }) => {
                const patient = createClient({ baseUrl, apiKey, clock, maxConcurrency: 1, requestTimeout: 90_000 });
                const first = apiErrorOf(patient.services.start(service));
                await clock.advance(1);
                const second = apiErrorOf(client.services.stop(service));
                await clock.advance(60_000);
                expect(await second).toMatchObject({ kind: "transport", outcomeUnknown: false });
                await clock.advance(60_000);
                expect(await first).toMatchObject({ kind: "transport", outcomeUnknown: true });
                expect(received.map(({ url }) => url)).toEqual(["/v1/projects/p1/services/s1/start"]);
                await patient.close();
            },
            { requestTimeout: 60_000, maxConcurrency: 1, standing: true },
        ));

    it("leaves nothing behind", () =>
        withClient(json(200, []), async (client, { clock }) => {
            await client.identity.projects();
            expect(clock.sleeping).toBe(0);
        }));

    it("keeps a refusal whose words never end", () =>
        withClient(
            (_, response) => void response.writeHead(409, { "content-length": 100 }).write('{"code'),
            async (client, { clock }) => {
                const call = apiErrorOf(client.services.start(service));
                await clock.advance(60_000);
                expect(await call).toMatchObject({ kind: "conflict", status: 409, outcomeUnknown: false });
            },
            { requestTimeout: 60_000, standing: true },
        ));
});
