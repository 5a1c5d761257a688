import { Readable } from "node:stream";
import type { LogEntry } from "../../../src/api";
import { emulatedRefusedRow, emulatedRow, row, type Row } from "../support/row";
import type { Story } from "../support/story";

const text = expect.any(String) as string;
const service = ({ projectId, ids }: Story) => ({ projectId, serviceId: ids.service! });
const all = (entries: AsyncIterable<LogEntry>) => Readable.from(entries).toArray() as Promise<LogEntry[]>;
const day = 24 * 3_600_000;

const isNewestFirst = (times: readonly (string | undefined)[]) =>
    times.every((time, i) => i === 0 || Date.parse(time ?? "") <= Date.parse(times[i - 1] ?? ""));

export const logRows: readonly Row[] = [
    row(
        "services.logs gives messages, and entries in the same order",
        (story) => story.client.services.logs(service(story)),
        ({ logs, entries }) => {
            expect(logs.length).toBeLessThanOrEqual(500);
            if (!entries) return;
            expect(entries.map(({ message }) => message)).toEqual(logs);
            expect(isNewestFirst(entries.map(({ timestamp }) => timestamp))).toBe(true);
        },
    ),
    row("services.logs takes every filter", (story) =>
        story.client.services.logs({
            ...service(story),
            node: 0,
            search: ["checkpoint", "starting"],
            severities: ["LOG", "ERROR"],
            since: new Date(story.now() - day).toISOString(),
            until: new Date(story.now()).toISOString(),
        }),
    ),
    emulatedRow(
        "services.logs gives what has all terms and one of the severities",
        async (story) => {
            story.emulator!.addLogs(story.ids.service!, [
                { message: "apples and pears", severity: "ERROR" },
                { message: "apples and plums", severity: "ERROR" },
                { message: "apples and pears again", severity: "LOG" },
                { message: "pears and apples", severity: "FATAL" },
            ]);
            return story.client.services.logs({
                ...service(story),
                search: ["apples", "pears"],
                severities: ["ERROR", "FATAL"],
            });
        },
        ({ entries }) =>
            expect(entries).toEqual([
                { message: "pears and apples", severity: "FATAL", timestamp: text },
                { message: "apples and pears", severity: "ERROR", timestamp: text },
            ]),
    ),
    emulatedRow(
        "services.logEntries goes on where a page ends, and meets every entry once",
        (story) => {
            const lines = Array.from({ length: 1_100 }, (_, n) => ({ message: `walk ${n}` }));
            story.emulator!.addLogs(story.ids.service!, lines);
            return all(story.client.services.logEntries({ ...service(story), search: ["walk "] }));
        },
        (entries) =>
            expect(entries.map(({ message }) => message)).toEqual(
                Array.from({ length: 1_100 }, (_, n) => `walk ${1_099 - n}`),
            ),
    ),
    emulatedRow(
        "services.logs has no more than so many on a page, and a cursor by both names",
        (story) => story.client.services.logs({ ...service(story), search: ["walk "] }),
        ({ logs, lastCursor }) => {
            expect(logs).toHaveLength(500);
            expect(lastCursor).toEqual(text);
        },
    ),
    emulatedRefusedRow(
        "services.logs takes no cursor that nobody gave",
        (story) => story.client.services.logs({ ...service(story), cursor: "made up" }),
        { kind: "invalid" },
    ),
];
