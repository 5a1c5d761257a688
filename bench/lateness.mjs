// How long after the API shows a change the provider returns, on a virtual clock, where nothing but the waiting takes time.
import { compiled } from "../scripts/compiled.mjs";
import { median, whole } from "./support/figures.mjs";

const { Stack } = compiled(["src", "test/support"], "test/support/inProcess");

const second = 1_000;
const minute = 60 * second;
/** How long the emulator takes to create a service at time scale 1. */
const creation = 120 * second;
const lengths = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600].map((length) => length * second);

/** When a fixed schedule looks first, and how often from then on: what a polling loop usually does. */
const fixed = { delay: 30 * second, interval: 15 * second };

const lateWithFixed = (length) => {
    const late = Math.max(0, length - fixed.delay);
    return fixed.delay + Math.ceil(late / fixed.interval) * fixed.interval - length;
};

const looksWithFixed = (length) => 1 + Math.ceil(Math.max(0, length - fixed.delay) / fixed.interval);

const inSeconds = (ms) => (ms / second).toFixed(2);

const lengthText = (length) => {
    if (length < minute) return `${length / second} s`;
    return length < 60 * minute ? `${length / minute} min` : `${length / minute / 60} h`;
};

/** Creates services, each at its moment, that take `length` each: how late each is told of, and the requests. */
async function create(length, moments) {
    const stack = await Stack.start({ timeScale: length / creation });
    const made = await Promise.all(
        moments.map(async (moment, n) => {
            await stack.clock.sleep(moment);
            const name = `one-${n}`;
            await stack.up("Service", name, { name }, undefined, { create: "5h" });
            return { name, toldAt: stack.clock.now() };
        }),
    );
    const requests = stack.emulator.requests();
    const postedAt = new Map(requests.filter(({ method }) => method === "POST").map(({ body, at }) => [body.name, at]));
    const looks = requests.filter(({ method }) => method === "GET").slice(1);
    await stack.stop();
    return {
        late: made.map(({ name, toldAt }) => toldAt - postedAt.get(name) - length),
        looks: looks.length,
        ticks: new Set(looks.map(({ at }) => at)).size,
    };
}

async function byLength({ quick, print }) {
    const runs = quick ? 7 : 21;
    const data = [];
    for (const length of lengths) {
        // Around the length, so that the end falls anywhere between two looks.
        const tried = Array.from({ length: runs }, (_, n) => Math.round(length * (0.96 + (0.08 * n) / (runs - 1))));
        const results = [];
        for (const each of tried) results.push(await create(each, [0]));
        const late = results.flatMap((result) => result.late);
        const goal = Math.max(0.3 * second, 0.02 * length);
        const looks = median(results.map((result) => result.looks));
        data.push({
            length,
            late,
            goal,
            looks,
            fixed: { late: tried.map(lateWithFixed), looks: median(tried.map(looksWithFixed)) },
        });
    }
    print({
        title: `Lateness against the length of the operation, ${runs} runs each`,
        says: "`fixed` first looks after 30 s, and then every 15 s.",
        columns: [
            "operation",
            "median, s",
            "most, s",
            "2 % or 0.3 s",
            "looks",
            "fixed: median, s",
            "fixed: looks",
            "clouddb / fixed",
        ],
        rows: data.map(({ length, late, goal, looks, fixed: other }) => [
            lengthText(length),
            inSeconds(median(late)),
            inSeconds(Math.max(...late)),
            inSeconds(goal),
            whole(looks),
            inSeconds(median(other.late)),
            whole(other.looks),
            (median(late) / median(other.late)).toFixed(3),
        ]),
    });
    return data;
}

async function byWaiters({ quick, print }) {
    const length = 2 * minute;
    const data = [];
    for (const waiters of quick ? [1, 10, 50, 100] : [1, 10, 50, 100, 1000])
        for (const spread of waiters === 1 ? [0] : [0, minute]) {
            const moments = Array.from({ length: waiters }, (_, n) => Math.round((n * spread) / waiters));
            const { late, looks, ticks } = await create(length, moments);
            data.push({ waiters, spread, late, looks, ticks, fixed: waiters * looksWithFixed(length) });
        }
    print({
        title: "Lateness against the number of waiters, operations of 2 min",
        says: "`fixed` looks at each resource by itself.",
        columns: [
            "waiters",
            "begin within",
            "median, s",
            "most, s",
            "requests",
            "requests / tick",
            "fixed: requests",
            "clouddb / fixed",
        ],
        rows: data.map(({ waiters, spread, late, looks, ticks, fixed: other }) => [
            whole(waiters),
            spread === 0 ? "at once" : lengthText(spread),
            inSeconds(median(late)),
            inSeconds(Math.max(...late)),
            whole(looks),
            (looks / ticks).toFixed(2),
            whole(other),
            (looks / other).toFixed(3),
        ]),
    });
    return data;
}

export async function lateness(context) {
    return { byLength: await byLength(context), byWaiters: await byWaiters(context) };
}
