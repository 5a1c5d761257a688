// The API's calendar time, which no single answer moves.
import type { Handler } from "../../support/httpServer";
import { withClient } from "./support";

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** How far ahead of the machine's clock the API's is, after each answer with a `Date` that far ahead; undefined: without one. */
function after(...offsets: readonly (number | string | undefined)[]): Promise<number[]> {
    let count = 0;
    const dates: (string | undefined)[] = [];
    const handler: Handler = (_, response) => {
        const date = dates[count++];
        if (date === undefined) response.removeHeader("date");
        else response.setHeader("date", date);
        response.sendDate = false;
        response.end("[]");
    };
    return withClient(handler, async (client, { clock }) => {
        const seen: number[] = [];
        for (const offset of offsets) {
            dates.push(typeof offset === "number" ? new Date(clock.now() + offset).toUTCString() : offset);
            await client.identity.projects();
            seen.push(client.now() - clock.now());
        }
        return seen;
    });
}

describe("the API's time", () => {
    it.each<[string, (number | string | undefined)[], number[]]>([
        ["is the machine's without a Date", [undefined, undefined], [0, 0]],
        ["is that of the first answer, where the machine may be that wrong", [-2 * hour], [-2 * hour]],
        ["is the machine's after a first answer that is days away", [5 * day], [0]],
        ["is that of two answers that agree, however far away", [5 * day, 5 * day], [0, 5 * day]],
        ["follows answers that drift", [0, 30 * second, minute, 90 * second], [0, 30 * second, minute, 90 * second]],
        ["does not follow one answer", [0, 5 * day, 0, -5 * day, 0], [0, 0, 0, 0, 0]],
        ["does not follow answers that contradict each other", [0, hour, 2 * hour, 3 * hour], [0, 0, 0, 0]],
        ["stays where an answer has no Date", [hour, undefined, 5 * day], [hour, hour, hour]],
        ["is not read from another form of a date", [0, "2099-01-01", "2099-01-01", "7"], [0, 0, 0, 0]],
        ["is confirmed by the next answer with a Date", [0, hour, undefined, hour + second], [0, 0, 0, hour + second]],
    ])("%s", async (_, offsets, expected) => {
        expect(await after(...offsets)).toEqual(expected);
    });
});
