import { Readable } from "node:stream";
import fc from "fast-check";
import type { LogEntriesArgs, LogEntry } from "../../src/api";
import { json, type Handler } from "../support/httpServer";
import { apiErrorOf, withClient } from "./support";

const service = { projectId: "p1", serviceId: "s1" };
const all = (entries: AsyncIterable<LogEntry>) => Readable.from(entries).toArray() as Promise<LogEntry[]>;
const entry = (n: number): LogEntry => ({ message: `line ${n}`, severity: "LOG", timestamp: `t${n}` });

interface Page {
    readonly logs: readonly string[];
    readonly entries?: readonly LogEntry[];
    readonly [cursor: string]: unknown;
}

/** Returns pages by cursor; the first page has none. */
const book =
    (pages: Readonly<Record<string, Page>>): Handler =>
    (request, response) => {
        const cursor = new URL(request.url, "http://h").searchParams.get("cursor") ?? "";
        json(200, pages[cursor])(request, response);
    };

const read = (pages: Readonly<Record<string, Page>>, args: Partial<LogEntriesArgs> = {}) =>
    withClient(book(pages), async (client, { received }) => ({
        entries: await all(client.services.logEntries({ ...service, ...args })),
        requests: received.length,
    }));

const page = (numbers: readonly number[], next: object = {}): Page => ({
    logs: numbers.map((n) => entry(n).message),
    entries: numbers.map(entry),
    ...next,
});

describe("the walk through the logs", () => {
    it("follows the cursor, by either name", async () => {
        const pages = { "": page([6, 5], { last_cursor: "a" }), a: page([4, 3], { lastCursor: "b" }), b: page([2, 1]) };
        expect(await read(pages)).toEqual({ entries: [6, 5, 4, 3, 2, 1].map(entry), requests: 3 });
    });

    it("goes on where a cursor says", async () => {
        const pages = { a: page([2], { last_cursor: "b" }), b: page([1]) };
        expect(await read(pages, { cursor: "a" })).toEqual({ entries: [entry(2), entry(1)], requests: 2 });
    });

    it.each([
        [0, 0],
        [1, 1],
        [2, 1],
        [3, 2],
        [99, 3],
    ])("ends after %d entries, and asks %d times for them", async (limit, requests) => {
        const pages = {
            "": page([6, 5], { last_cursor: "a" }),
            a: page([4, 3], { last_cursor: "b" }),
            b: page([2, 1]),
        };
        expect(await read(pages, { limit })).toEqual({
            entries: [6, 5, 4, 3, 2, 1].slice(0, limit).map(entry),
            requests,
        });
    });

    it("takes the messages where there are no entries", async () => {
        expect(await read({ "": { logs: ["b", "a"] } })).toEqual({
            entries: [{ message: "b" }, { message: "a" }],
            requests: 1,
        });
    });

    it("goes past a page with nothing on it", async () => {
        expect((await read({ "": page([], { last_cursor: "a" }), a: page([1]) })).entries).toEqual([entry(1)]);
    });

    it("ends at an empty cursor, unless the old name has one", async () => {
        expect((await read({ "": page([2, 1], { last_cursor: "" }) })).entries).toHaveLength(2);
        const aliased = { "": page([2], { last_cursor: "", lastCursor: "a" }), a: page([1]) };
        expect((await read(aliased)).entries).toEqual([entry(2), entry(1)]);
    });

    it("does not go on for ever where there is nothing more but cursors", async () => {
        let asked = 0;
        const endless = () => json(200, { logs: [], entries: [], last_cursor: `c${asked++}` });
        await withClient(
            (request, response) => endless()(request, response),
            async (client) => {
                const entries = [];
                for await (const one of client.services.logEntries(service)) entries.push(one);
                expect([entries, asked]).toEqual([[], 100]);
            },
        );
    });

    it("takes the messages where the entries are fewer", async () => {
        const { entries } = await read({ "": { logs: ["b", "a"], entries: [] } });
        expect(entries).toEqual([{ message: "b" }, { message: "a" }]);
    });

    it("does not walk in circles", () =>
        fc.assert(
            fc.asyncProperty(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 4, maxLength: 4 }), async (next) => {
                const [first, a, b, c] = next.map((last_cursor, n) => page([n], { last_cursor }));
                const { requests } = await read({ "": first!, a: a!, b: b!, c: c! });
                expect(requests).toBeLessThanOrEqual(4);
            }),
            { numRuns: 20 },
        ));

    it("asks for no page that nobody reads", () =>
        withClient(book({ "": page([2, 1], { last_cursor: "a" }) }), async (client, { received }) => {
            for await (const { message } of client.services.logEntries(service)) {
                expect(message).toBe("line 2");
                break;
            }
            expect(received).toHaveLength(1);
        }));

    it("fails as a call does", () =>
        withClient(json(403), async (client) => {
            const error = await apiErrorOf(all(client.services.logEntries(service)));
            expect(error.kind).toBe("forbidden");
        }));
});
