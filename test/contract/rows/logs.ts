import { Readable } from "node:stream";
import { emulatedTest, story } from "../support/story";

const day = 24 * 3_600_000;

export function logs(): void {
    test("services.logs gives messages, and entries in the same order, newest first", async () => {
        const { logs = [], entries } = await story.client.services.logs(story.service());
        expect(logs.length).toBeLessThanOrEqual(500);
        if (!entries) return;
        expect(entries.map(({ message }) => message)).toEqual(logs);
        const times = entries.map(({ timestamp }) => Date.parse(timestamp ?? ""));
        expect(times).toEqual([...times].sort((a, b) => b - a));
    });

    test("services.logs takes every filter", async () => {
        await story.client.services.logs({
            ...story.service(),
            node: 0,
            search: ["checkpoint", "starting"],
            severities: ["LOG", "ERROR"],
            since: new Date(story.now() - day).toISOString(),
            until: new Date(story.now()).toISOString(),
        });
    });

    emulatedTest("services.logEntries goes on where a page ends, and meets every entry once", async () => {
        const lines = Array.from({ length: 1_100 }, (_, n) => ({ message: `walk ${n}` }));
        story.emulator.addLogs(story.ids.service!, lines);
        const entries = story.client.services.logEntries({ ...story.service(), search: ["walk "] });
        expect(await Readable.from(entries).toArray()).toMatchObject([...lines].reverse());
    });
}
