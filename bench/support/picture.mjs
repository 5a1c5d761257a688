// Cost against stack size: a panel for each operation, both axes logarithmic, a line for each kind of resource.
import { median } from "./figures.mjs";

const panel = { width: 190, height: 170, left: 44, top: 40, gap: 16 };
const kinds = [
    ["bare", "#8c959f", "resource that does nothing"],
    ["dynamic", "#bf8700", "dynamic.Resource that does nothing"],
    ["clouddb", "#0969da", "clouddb.Service"],
];

const log = Math.log10;

/** Maps a value between two bounds to a place between two others, by its logarithm. */
const scale = ([from, to], [start, stop]) => {
    const span = log(to) - log(from) || 1;
    return (value) => (start + ((log(value) - log(from)) / span) * (stop - start)).toFixed(1);
};

const text = (x, y, words, attributes = "") => `<text x="${x}" y="${y}" ${attributes}>${words}</text>`;

function drawPanel(name, index, results, bounds) {
    const x0 = panel.left + index * (panel.width + panel.gap);
    const [y0, y1] = [panel.top + panel.height, panel.top];
    const x = scale(bounds.sizes, [x0 + 8, x0 + panel.width - 8]);
    const y = scale(bounds.seconds, [y0, y1]);
    const secondsOf = ({ rounds }, kind) => median(rounds[kind].map((round) => round[name].ms)) / 1000;
    const lines = kinds.map(([kind, colour]) => {
        const points = results.map((result) => [x(result.size), y(secondsOf(result, kind))]);
        const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${colour}"/>`).join("");
        return `<polyline points="${points.map((point) => point.join(",")).join(" ")}" fill="none" stroke="${colour}" stroke-width="1.8"/>${dots}`;
    });
    const grid = bounds.ticks.map(
        (tick) =>
            `<line x1="${x0}" x2="${x0 + panel.width}" y1="${y(tick)}" y2="${y(tick)}" stroke="#8c959f" stroke-opacity=".25"/>` +
            (index === 0 ? text(x0 - 6, Number(y(tick)) + 4, `${tick} s`, 'text-anchor="end"') : ""),
    );
    const sizes = results.map(({ size }) => text(x(size), y0 + 16, size, 'text-anchor="middle"'));
    return [
        text(x0 + panel.width / 2, y1 - 10, name, 'text-anchor="middle" font-weight="600"'),
        ...grid,
        ...lines,
        ...sizes,
    ].join("\n");
}

/** @param data - the figures of part 1. The picture shows the CLI's, if it was measured. */
export function picture(data) {
    const engine = data.some((one) => one.engine === "Pulumi CLI") ? "Pulumi CLI" : data[0].engine;
    const results = data.filter((one) => one.engine === engine);
    const names = Object.keys(results[0].rounds.bare[0]);
    const all = results.flatMap(({ rounds }) =>
        kinds.flatMap(([kind]) => names.map((name) => median(rounds[kind].map((round) => round[name].ms)) / 1000)),
    );
    const powers = (value, round) => 10 ** round(log(value));
    const [low, high] = [powers(Math.min(...all), Math.floor), powers(Math.max(...all), Math.ceil)];
    const ticks = Array.from({ length: Math.round(log(high / low)) + 1 }, (_, n) =>
        Number((low * 10 ** n).toPrecision(3)),
    );
    const bounds = {
        sizes: [results[0].size, results.at(-1).size],
        seconds: [low, high],
        ticks,
    };
    const width = panel.left + names.length * (panel.width + panel.gap) + 8;
    const height = panel.top + panel.height + 56;
    const legend = kinds.map(
        ([, colour, label], n) =>
            `<rect x="${panel.left + n * 260}" y="${height - 22}" width="14" height="4" fill="${colour}"/>` +
            text(panel.left + n * 260 + 20, height - 16, label),
    );
    return `${[
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#6e7781" role="img">`,
        `<title>Seconds against the number of resources, ${engine}</title>`,
        ...names.map((name, index) => drawPanel(name, index, results, bounds)),
        ...legend,
        "</svg>",
    ].join("\n")}\n`;
}
