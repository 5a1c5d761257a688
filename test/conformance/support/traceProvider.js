// A dynamic provider that writes down what it is asked, a line of JSON a call, and answers by simple rules: another `size` or
// `label` is an update, another `kind` a replacement (the old one first where `dbr` is true). `failCreate`, `failInit`,
// `failUpdate`, `failDelete`, `hang` and `bad` do what they say. TRACE_DRIFT names a file with what `read` is to find.
const fs = require("node:fs");

const withoutProvider = (key, value) => (key === "__provider" ? undefined : value);
const plain = (value) => JSON.parse(JSON.stringify(value ?? null, withoutProvider));

function trace(call, fields) {
    const line = { call, ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)])) };
    fs.appendFileSync(process.env.TRACE_FILE, `${JSON.stringify(line)}\n`);
}

function drift() {
    const file = process.env.TRACE_DRIFT;
    return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
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
        return { inputs: news, failures: news.bad ? [{ property: "bad", reason: "bad is set" }] : [] };
    },

    async diff(id, olds, news) {
        trace("diff", { id, olds, news });
        const replaces = olds.kind === news.kind ? [] : ["kind"];
        const changes = replaces.length > 0 || olds.size !== news.size || olds.label !== news.label;
        return { changes, replaces, deleteBeforeReplace: news.dbr === true };
    },

    async create(inputs) {
        trace("create", { inputs });
        if (inputs.hang) await new Promise(() => {});
        if (inputs.failCreate) throw new Error("create failed");
        const id = `${inputs.name}-${inputs.kind ?? "x"}`;
        if (inputs.failInit) throw halfDone("not ready", id, { ...outputsOf(inputs), computed: "half-made" });
        return { id, outs: outputsOf(inputs) };
    },

    async read(id, props) {
        trace("read", { id, props });
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
        if (news.failUpdate) throw halfDone("update failed", id, { ...olds, label: news.label });
        return { outs: outputsOf(news) };
    },

    async delete(id, props) {
        trace("delete", { id, props });
        if (props.failDelete) throw new Error("delete failed");
    },
};
