// `npm run docs:picture`: draws docs/images/performance.svg from scripts/performance.json, which has figures of `npm run bench -- cost`. With
// `--check` it writes nothing, and fails where the picture is not current.
import { read, writeGenerated } from "./generatedFiles.mjs";

const { measured, services, seconds } = JSON.parse(read("scripts/performance.json"));

const [left, right, top, barHeight, groupHeight] = [170, 30, 74, 14, 48];
const scale = Math.ceil(Math.max(...seconds.flatMap(({ pulumi, all }) => [pulumi, all])));
const width = 760;
const height = top + seconds.length * groupHeight + 74;
const x = (value) => left + (value / scale) * (width - left - right);
const bottom = top + seconds.length * groupHeight;

const ofUp = seconds.find(({ operation }) => operation === "up");
const share = (ofUp.all - ofUp.pulumi).toFixed(1);
const title = `${services} services: of an up of ${ofUp.all.toFixed(1)} s, ${share} s is this package; the rest is Pulumi`;

const bar = (value, y, kind) =>
    `<rect class="${kind}" x="${left}" y="${y}" width="${(x(value) - left).toFixed(1)}" height="${barHeight}"/>` +
    `<text class="figure" x="${(x(value) + 5).toFixed(1)}" y="${y + 11}">${value.toFixed(1)}</text>`;

const groups = seconds.map(({ operation, pulumi, all }, n) => {
    const y = top + n * groupHeight;
    return `<text x="${left - 10}" y="${y + 19}" text-anchor="end">${operation}</text>${bar(pulumi, y, "pulumi")}${bar(all, y + barHeight + 1, "all")}`;
});
const ticks = Array.from({ length: scale + 1 }, (_, n) => {
    const at = x(n).toFixed(1);
    return `<line x1="${at}" y1="${top - 6}" x2="${at}" y2="${bottom}"/><text class="figure" x="${at}" y="${bottom + 16}" text-anchor="middle">${n}</text>`;
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>
text { font: 13px system-ui, sans-serif; fill: #24292f; } .title { font-weight: bold; font-size: 15px; } .figure { font-size: 11px; fill: #57606a; }
line { stroke: #d0d7de; } .pulumi { fill: #afb8c1; } .all { fill: #8250df; }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
<text class="title" x="20" y="28">${title}</text>
<rect class="pulumi" x="20" y="42" width="12" height="12"/><text class="figure" x="38" y="52">${services} resources that do nothing</text>
<rect class="all" x="210" y="42" width="12" height="12"/><text class="figure" x="228" y="52">${services} resources of the type Service</text>
${ticks.join("\n")}
${groups.join("\n")}
<text x="${(left + width - right) / 2}" y="${bottom + 36}" text-anchor="middle">seconds, if the API answers at once</text>
<text class="figure" x="20" y="${height - 12}">${measured}</text>
</svg>
`;

writeGenerated(new Map([["docs/images/performance.svg", svg]]), {
    current: "The chart is current.",
    notCurrent: (wrong) => `${wrong} is not current. Run: node scripts/performanceSvg.mjs`,
});
