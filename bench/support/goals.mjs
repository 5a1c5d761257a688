// What the figures have to be, and whether they are. A goal whose part was not run, or not at its size, is left out.
import { median, ratioOf, ratioText, whole } from "./figures.mjs";

const ratios = { up: 1.1, "up again": 1.1, preview: 1.1, refresh: 1.15, destroy: 2.2 };
const calls = [
    ["up again", 100, 0],
    ["preview", 100, 0],
    ["refresh", 1000, 3],
    ["destroy", 100, 330],
];

const plain = (figure) => (Number.isInteger(figure) ? whole(figure) : String(figure));

/** `figure` as `text`; `limit` is the most that it may be. */
const row = (what, figure, limit, text = whole(figure)) => [what, text, plain(limit), figure <= limit ? "yes" : "no"];

function costGoals(data = []) {
    return data.flatMap(({ engine, size, rounds }) => {
        const of = (variant, operation, figure) => rounds[variant].map((round) => round[operation][figure]);
        const againstBare = Object.entries(ratios).map(([operation, limit]) => {
            const ratio = ratioOf(of("clouddb", operation, "ms"), of("bare", operation, "ms"));
            return row(
                `${operation}, ${whole(size)} services, ${engine}: against bare`,
                ratio.median,
                limit,
                ratioText(ratio),
            );
        });
        const counted = calls
            .filter(([, at]) => at === size)
            .map(([operation, , limit]) =>
                row(
                    `${operation}, ${whole(size)} services, ${engine}: calls`,
                    median(of("clouddb", operation, "calls")),
                    limit,
                ),
            );
        return [...(size >= 100 ? againstBare : []), ...counted];
    });
}

function latenessGoals({ byLength = [] } = {}) {
    return byLength.map(({ length, late, goal }) =>
        row(
            `most lateness of ${length / 1000} s, s`,
            Math.max(...late) / 1000,
            goal / 1000,
            (Math.max(...late) / 1000).toFixed(2),
        ),
    );
}

function sizeGoals([, , many] = []) {
    if (many === undefined) return [];
    const memory = median(many.providers.map(({ mb }) => mb));
    return [
        row(`refresh of ${whole(many.count)} services: provider, MB`, memory, 400),
        row("everything set: bytes of inputs and outputs", many.full.properties, 1_700),
    ];
}

export function goals(parts) {
    const rows = [...costGoals(parts[1]?.data), ...latenessGoals(parts[3]?.data), ...sizeGoals(parts[4]?.data)];
    return { title: "Goals", columns: ["", "measured", "at most", "met"], rows };
}
