// The table of docs/changes.md: what each row says of the change and of its preview is computed, as the preview itself computes it; what
// the database goes through, and how to undo the change, stands in the page and stays. What computes it is a parameter: the script has a
// bundle, the test the sources.
"use strict";
const { z } = require("zod");
const { anchorOf, between, cellsOf, code, table, withBetween } = require("./markdown.cjs");
const { common } = require("./resourceTables.cjs");

const size = { cpuMillis: 1000, memoryGbs: 4 };
const larger = { cpuMillis: 2000, memoryGbs: 8 };

/** By type: a resource as the state has it, and another value of each argument. */
const samples = {
    Vpc: {
        before: { cidr: "10.0.0.0/16", regionCode: "us-east-1", name: "net" },
        after: { cidr: "10.1.0.0/16", regionCode: "eu-west-1", name: "office" },
    },
    Peering: {
        before: {
            vpcId: "vpc0000001",
            peerAccountId: "123456789012",
            peerRegionCode: "us-east-1",
            peerVpcId: "vpc-0a1b2c3d",
        },
        after: {
            vpcId: "vpc0000002",
            peerAccountId: "210987654321",
            peerRegionCode: "eu-west-1",
            peerVpcId: "vpc-4e5f6071",
            waitFor: "active",
        },
    },
    PeeringActivation: {
        before: { peeringId: "vpc0000001/pcx0000001" },
        after: { peeringId: "vpc0000001/pcx0000002" },
    },
    Service: {
        before: {
            name: "orders",
            regionCode: "us-east-1",
            addons: [],
            ...size,
            environment: "DEV",
            replicaCount: 0,
            syncReplicaCount: 0,
            connectionPooler: false,
            vpcId: "vpc0000001",
            paused: false,
            deletionProtection: false,
        },
        after: {
            name: "shop",
            regionCode: "eu-west-1",
            addons: ["time-series"],
            ...larger,
            environment: "PROD",
            replicaCount: 2,
            syncReplicaCount: 1,
            connectionPooler: true,
            vpcId: "vpc0000002",
            password: "not shown",
            generatePassword: true,
            passwordVersion: 2,
            paused: true,
            forkFrom: { serviceId: "svc0000002", strategy: "NOW" },
            deletionProtection: true,
            forceDestroy: true,
            projectId: "prj0000002",
            profile: "analytics",
            adopt: "svc0000002",
            onNameConflict: "ignore",
        },
        /** What the program gives as well, before and after. */
        beside: { passwordVersion: { generatePassword: true } },
    },
    ReadReplicaSet: {
        before: {
            serviceId: "svc0000001",
            nodes: 1,
            name: "reports",
            ...size,
            environment: "DEV",
            connectionPooler: false,
        },
        after: {
            serviceId: "svc0000002",
            nodes: 2,
            name: "sales",
            ...larger,
            environment: "PROD",
            connectionPooler: true,
        },
    },
};

const preview = {
    program: { preview: true },
    refresh: false,
    autoName: "unique",
    isPossiblyReplaced: () => false,
    successorOf: () => undefined,
    isGone: false,
};

/** What the preview says where the state has one set of arguments and the program another. */
function planOf({ compare, parseInputs, parseState }, definition, before, after) {
    const { __given: given, ...outputs } = before;
    const isGenerated = outputs.generatePassword === true && given.includes("generatePassword");
    const origin = isGenerated ? "generated" : given.includes("password") ? "given" : "initial";
    const state = parseState(definition, {
        projectId: "prj0000001",
        status: "READY",
        deletionProtection: false,
        ...outputs,
        __clouddb: { version: 2, arguments: given, observed: { passwordOrigin: origin, provisioned: true } },
    });
    try {
        const inputs = parseInputs({ ...after, __clouddb: {} });
        const { plan, warnings } = compare(definition, "svc0000001", state, inputs, preview);
        return [plan, ...warnings].filter((text) => text !== "").join("; ");
    } catch {
        return "an error, which says what to do";
    }
}

/** What the preview says of a change of these arguments, and of their removal from the program. */
function previewsOf(sources, definition, names) {
    const { before, after, beside = {} } = samples[definition.type];
    const pick = (from) => Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));
    const others = Object.assign({}, ...names.map((name) => beside[name]));
    const [old, next] = [pick(before), pick(after)];
    const untold = names.find((name) => !(name in after));
    if (untold !== undefined) throw new Error(`scripts/docs/changeTable.cjs: no other value of ${untold}`);
    const isRequired = ({ required = [] }) => names.some((name) => required.includes(name));
    const stateOf = (values) => ({ ...before, ...others, ...values, __given: Object.keys({ ...others, ...values }) });
    const change = planOf(sources, definition, stateOf(old), { ...others, ...next });
    const removal = isRequired(z.toJSONSchema(definition.schema, { unrepresentable: "any", io: "input" }))
        ? "not possible: required"
        : planOf(sources, definition, stateOf(next), others);
    const said = (text) => (text === "" ? "no change" : /^(an error|not possible)/.test(text) ? text : code(text));
    return [said(change), said(removal)];
}

const how = { update: "in place", replace: "replaced", keep: "nothing: only used at creation" };
const head = [
    "what you change",
    "how",
    "the preview shows",
    "the preview of its removal shows",
    "restart or failover",
    "connections",
    "undo",
];
const written = head.length - 4;
const everyResource = "every resource";

/** The arguments that a row is about, by its first cell; undefined for any other row. */
function argumentsIn(cell) {
    const text = cell.replace(/<a id="[^"]*"><\/a>/g, "").trim();
    const [, who, list] = /^(`\w+`|every resource): ((?:`\w+`(?:, )?)+)$/.exec(text) ?? [];
    if (who === undefined) return undefined;
    const names = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    return { type: who === everyResource ? undefined : who.replaceAll("`", ""), names };
}

function rowOf(sources, cells, { type, names }) {
    const definition = Object.values(sources.definitions).find((one) => one.type === (type ?? "Service"));
    const unknown = names.find((name) => definition?.rules[name] === undefined);
    if (unknown !== undefined) throw new Error(`docs/changes.md: ${type} has no argument ${unknown}`);
    const [rule, ...others] = new Set(names.map((name) => definition.rules[name]));
    if (others.length > 0) throw new Error(`docs/changes.md: a row of its own for each of ${names.join(", ")}`);
    const anchors = names.map((name) => `<a id="${anchorOf(type, name)}"></a>`).join("");
    const who = type === undefined ? everyResource : code(type);
    return [
        `${anchors}${who}: ${names.map(code).join(", ")}`,
        how[rule],
        ...previewsOf(sources, definition, names),
        ...cells.slice(-written),
    ];
}

/** docs/changes.md with what is computed. @throws Error for an argument without a row, and for a cell that is empty */
function withChangeTable(page, sources) {
    const rows = cellsOf(between(page, "changes"));
    const told = new Set();
    const filled = rows.map((cells) => {
        if (cells.length !== head.length || cells.slice(-written).includes(""))
            throw new Error(
                `docs/changes.md: the row "${cells[0]}" needs ${head.length} cells, the last ${written} written by hand`,
            );
        const about = argumentsIn(cells[0]);
        if (about === undefined) return cells;
        for (const name of about.names) told.add(anchorOf(about.type, name));
        return rowOf(sources, cells, about);
    });
    const missing = Object.values(sources.definitions).flatMap(({ type, rules }) =>
        Object.keys(rules)
            .map((name) => [common.includes(name) ? undefined : type, name])
            .filter(([own, name]) => !told.has(anchorOf(own, name)))
            .map(([own, name]) => `${own ?? everyResource}: ${name}`),
    );
    if (missing.length > 0) throw new Error(`docs/changes.md has no row for ${[...new Set(missing)].join(", ")}`);
    return withBetween(page, "changes", table(head, filled));
}

module.exports = { withChangeTable };
