import { getEventListeners, getMaxListeners } from "node:events";
import { hangUp, json, silence } from "../support/httpServer";
import { rejection, withClient } from "./support";

const service = { projectId: "p1", serviceId: "s1" };
const reason = new Error("the user has gone home");

describe("a signal", () => {
    it("that is aborted already lets nothing be sent", () =>
        withClient(json(200, []), async (client, { received }) => {
            const signal = AbortSignal.abort(reason);
            expect(await rejection(client.identity.projects({}, { signal }))).toBe(reason);
            expect(received).toEqual([]);
        }));

    it("ends a call that waits for its answer", () =>
        withClient(
            silence,
            async (client, { clock, received }) => {
                const abort = new AbortController();
                const call = rejection(client.services.start(service, { signal: abort.signal }));
                await clock.advance(1);
                abort.abort(reason);
                expect(await call).toBe(reason);
                expect(received).toHaveLength(1);
                expect(clock.sleeping).toBe(0);
            },
            { standing: true },
        ));

    it("ends a call that reads its answer", () =>
        withClient(
            (_, response) => void response.writeHead(200, { "content-length": 100 }).write("[1,"),
            async (client, { clock }) => {
                const abort = new AbortController();
                const call = rejection(client.identity.projects({}, { signal: abort.signal }));
                await clock.advance(1);
                abort.abort(reason);
                expect(await call).toBe(reason);
            },
            { standing: true },
        ));

    it("ends a call that queues", () =>
        withClient(
            silence,
            async (client, { clock, received }) => {
                const abort = new AbortController();
                const first = rejection(client.services.start(service, { signal: abort.signal }));
                await clock.advance(1);
                const second = rejection(client.services.stop(service, { signal: abort.signal }));
                abort.abort(reason);
                expect(await Promise.all([first, second])).toEqual([reason, reason]);
                expect(received).toHaveLength(1);
            },
            { maxConcurrency: 1, standing: true },
        ));

    it("ends a call that pauses before another attempt", () =>
        withClient(
            hangUp,
            async (client, { clock, received }) => {
                const abort = new AbortController();
                const call = rejection(client.identity.projects({}, { signal: abort.signal }));
                await clock.advance(1);
                abort.abort(reason);
                expect(await call).toBe(reason);
                expect(received).toHaveLength(1);
                expect(clock.sleeping).toBe(0);
            },
            { standing: true },
        ));

    it("may serve any number of calls, and is let go by each", () =>
        withClient(json(200, []), async (client) => {
            const { signal } = new AbortController();
            const calls = Array.from({ length: 20 }, () => client.identity.projects({}, { signal }));
            expect(getEventListeners(signal, "abort")).toHaveLength(calls.length);
            expect(getMaxListeners(signal)).toBe(Infinity); // else Node warns of a leak
            await Promise.all(calls);
            expect(getEventListeners(signal, "abort")).toEqual([]);
        }));
});
