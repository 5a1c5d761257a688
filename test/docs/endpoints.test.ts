import { readFileSync } from "node:fs";
import path from "node:path";
import * as clouddb from "../../src";
import { endpoints } from "../../src/api";
import { peeringActivationKind, peeringKind, readReplicaSetKind, serviceKind, vpcKind } from "../../src/lifecycle";

const page = readFileSync(path.resolve(__dirname, "..", "..", "README.md"), "utf8");
const rows = [...page.matchAll(/^\| (GET|POST|DELETE) +\| `([^`]+)` +\| (.+?) +\|$/gm)].map(([, verb, where, by]) => ({
    endpoint: `${verb} ${where}`,
    by: by!,
}));

const kinds = new Map(
    [vpcKind, peeringKind, peeringActivationKind, serviceKind, readReplicaSetKind].map(({ type, rules }) => [
        type,
        Object.keys(rules),
    ]),
);

test("every endpoint has one row, in the order of the contract", () => {
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(
        Object.values(endpoints).map(({ verb, path: where }) => `${verb} ${where}`),
    );
});

test.each(rows)("$endpoint is reached by what exists: $by", ({ by }) => {
    const [thing, ...named] = [...by.matchAll(/`([\w.]+)`/g)].map(([, word]) => word!);
    const known = [
        ...Object.keys(clouddb),
        ...[...kinds.keys()].map((type) => `${type}.get`),
        ...(kinds.get(thing!) ?? []),
    ];
    expect(Object.keys(clouddb)).toContain(thing);
    for (const name of named) expect(known).toContain(name);
});
