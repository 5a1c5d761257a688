import { Readable } from "node:stream";
import fc from "fast-check";
import type { LogEntriesArgs, LogEntry } from "../../../src/provider/api";
import { json, type Handler } from "../../support/httpServer";
import { apiErrorOf, service, withClient } from "./support";

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

const messages = [{ message: "b" }, { message: "a" }];

describe("the walk through the logs", () => {
    const three = { "": page([6, 5], { last_cursor: "a" }), a: page([4, 3], { lastCursor: "b" }), b: page([2, 1]) };

    it.each([
        [0, 0],
        [1, 1],
        [2, 1],
        [3, 2],
        [99, 3],
        [undefined, 3],
    ])("follows the cursor, by either name: for %p entries it asks %d times", async (limit, requests) =>
        expect(await read(three, { limit })).toEqual({
            entries: [6, 5, 4, 3, 2, 1].slice(0, limit).map(entry),
            requests,
        }),
    );

    it.each<[string, Readonly<Record<string, Page>>, readonly object[]]>([
        ["takes the messages where there are no entries", { "": { logs: ["b", "a"] } }, messages],
        ["takes the messages where the entries are fewer", { "": { logs: ["b", "a"], entries: [] } }, messages],
        ["goes past an empty page", { "": page([], { last_cursor: "a" }), a: page([1]) }, [entry(1)]],
        ["ends at an empty cursor", { "": page([2, 1], { last_cursor: "" }), a: page([0]) }, [entry(2), entry(1)]],
        [
            "reads the old name beside an empty cursor",
            { "": page([2], { last_cursor: "", lastCursor: "a" }), a: page([1]) },
            [entry(2), entry(1)],
        ],
    ])("%s", async (_, pages, entries) => expect((await read(pages)).entries).toEqual(entries));

    it("goes on where a cursor says", async () =>
        expect(await read(three, { cursor: "a" })).toEqual({ entries: [4, 3, 2, 1].map(entry), requests: 2 }));

    it("does not go on for ever where there is nothing more but cursors", async () => {
        let asked = 0;
        await withClient(
            (...call) => json(200, { logs: [], entries: [], last_cursor: `c${asked++}` })(...call),
            async (client) => expect([await all(client.services.logEntries(service)), asked]).toEqual([[], 100]),
        );
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
