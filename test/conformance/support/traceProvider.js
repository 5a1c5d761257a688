// A dynamic provider that writes down what it is asked, a line of JSON a call, and answers by simple rules: another `size` or
// `label` is an update, another `kind` a replacement (the old one first where `dbr` is true). `failCreate`, `failInit`,
// `failUpdate`, `failDelete`, `hang` and `bad` do what they say. TRACE_DRIFT names a file with what `read` is to find, and
// TRACE_FAULTS one with calls, by the resource's name, that fail, end half done or hang. TRACE_FIRST names, by the resource's
// name, the creates and updates that have to begin before its own one fails: the engine starts nothing after a failure.
const fs = require("node:fs");
const { setTimeout: pause } = require("node:timers/promises");

const withoutProvider = (key, value) => (key === "__provider" ? undefined : value);
const plain = (value) => JSON.parse(JSON.stringify(value ?? null, withoutProvider));

function trace(call, fields) {
    const line = { call, ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)])) };
    fs.appendFileSync(process.env.TRACE_FILE, `${JSON.stringify(line)}\n`);
}

const contentOf = (file) => (file && fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {});
const drift = () => contentOf(process.env.TRACE_DRIFT);

const calls = () =>
    fs
        .readFileSync(process.env.TRACE_FILE, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));

/** Waits until the creates and updates have begun that were recorded although this one failed. */
async function waitForOthers(name) {
    const others = JSON.parse(process.env.TRACE_FIRST ?? "{}")[name] ?? [];
    const begun = () => calls().flatMap(({ inputs, call, news }) => (call === "update" ? news.name : inputs?.name));
    while (!others.every((other) => begun().includes(other))) await pause(5);
}

/** Fails or hangs if it is to. @returns whether the call is to end half done */
async function meetFault(call, { name } = {}) {
    const fault = contentOf(process.env.TRACE_FAULTS)[name]?.[call];
    if (fault === "hang") await new Promise(() => {});
    if (fault === "fail") {
        if (call === "create" || call === "update") await waitForOthers(name);
        throw new Error(`${call} failed`);
    }
    return fault === "half";
}

const outputsOf = (inputs) => ({
    ...inputs,
    computed: `${inputs.name}:${inputs.size}`,
    hidden: `secret-of-${inputs.name}`,
});

const halfDone = (message, id, properties) =>
    Object.assign(new Error(message), { id, properties, reasons: [message, "second reason"] });

module.exports = {
    async configure({ config }) {
        const asked = {
            plain: config.get("trace:plain"),
            secret: config.get("trace:secret"),
            bare: config.get("bare"),
        };
        trace("configure", { config: asked });
    },

    async check(olds, news) {
        trace("check", { olds, news });
        await meetFault("check", news);
        return { inputs: news, failures: news.bad ? [{ property: "bad", reason: "bad is set" }] : [] };
    },

    async diff(id, olds, news) {
        trace("diff", { id, olds, news });
        await meetFault("diff", news);
        const replaces = olds.kind === news.kind ? [] : ["kind"];
        const changes = replaces.length > 0 || olds.size !== news.size || olds.label !== news.label;
        return { changes, replaces, deleteBeforeReplace: news.dbr === true };
    },

    async create(inputs) {
        trace("create", { inputs });
        const half = await meetFault("create", inputs);
        if (inputs.hang) await new Promise(() => {});
        if (inputs.failCreate || inputs.failInit || half) await waitForOthers(inputs.name);
        if (inputs.failCreate) throw new Error("create failed");
        const id = `${inputs.name}-${inputs.kind ?? "x"}`;
        if (inputs.failInit || half) throw halfDone("not ready", id, { ...outputsOf(inputs), computed: "half-made" });
        return { id, outs: outputsOf(inputs) };
    },

    async read(id, props) {
        trace("read", { id, props });
        await meetFault("read", props);
        const found = drift()[props.name ?? id];
        if (found === null) return {};
        if (!found) return { id, props };
        const managed = ["name", "size", "label", "kind", "dep", "pw"];
        const inputs = {};
        for (const key of managed) if (props[key] !== undefined || key in found) inputs[key] = found[key] ?? props[key];
        return { id, props: { ...props, ...found }, inputs };
    },

    async update(id, olds, news) {
        trace("update", { id, olds, news });
        const half = await meetFault("update", news);
        if (news.failUpdate || half) await waitForOthers(news.name);
        // JSON leaves out a label that is not given: the host does not take `undefined`.
        if (news.failUpdate || half) throw halfDone("update failed", id, plain({ ...olds, label: news.label }));
        return { outs: outputsOf(news) };
    },

    async delete(id, props) {
        trace("delete", { id, props });
        await meetFault("delete", props);
        if (props.failDelete) throw new Error("delete failed");
    },
};
