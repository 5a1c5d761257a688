// The stack of part 2 as a user would otherwise have it. `wait` sleeps on the scaled clock.
import { serviceArgs } from "./outputs.mjs";
import { makeProject } from "./project.mjs";

const count = "Number(process.env.BENCH_COUNT)";
const body = `{ name, region_code: "${serviceArgs.regionCode}", cpu_millis: "${serviceArgs.cpuMillis}", memory_gbs: "${serviceArgs.memoryGbs}", environment_tag: "${serviceArgs.environment}" }`;

const calls = `
const factor = Number(process.env.BENCH_FACTOR);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms / factor));
const services = process.env.CLOUDDB_BASE_URL + "/projects/" + process.env.BENCH_PROJECT + "/services";
const headers = { authorization: "Bearer " + process.env.CLOUDDB_API_KEY, "content-type": "application/json" };
`;

// After the Pulumi documentation on dynamic providers; waits as the nearest Terraform provider does: 30 s, then every 15 s.
const documented = `
const pulumi = require("@pulumi/pulumi");
const provider = {
    async create({ name, ...inputs }) {
        ${calls}
        const answer = await fetch(services, { method: "POST", headers, body: JSON.stringify(${body}) });
        if (!answer.ok) throw new Error("POST: " + answer.status);
        const { service_id: id, initial_password: password } = await answer.json();
        await wait(30000);
        for (;;) {
            const record = await (await fetch(services + "/" + id, { headers })).json();
            if (record.status === "READY") return { id, outs: { ...record, ...inputs, name, password } };
            await wait(15000);
        }
    },
    async diff(id, olds, news) {
        return { changes: ["name", "regionCode", "cpuMillis", "memoryGbs", "environment"].some((key) => olds[key] !== news[key]) };
    },
    async read(id, props) {
        ${calls}
        const answer = await fetch(services + "/" + id, { headers });
        if (answer.status === 404) return {};
        return { id, props: { ...props, ...(await answer.json()) } };
    },
    async delete(id) {
        ${calls}
        const answer = await fetch(services + "/" + id, { method: "DELETE", headers });
        if (!answer.ok) throw new Error("DELETE: " + answer.status);
        await wait(30000);
        while ((await fetch(services + "/" + id, { headers })).status !== 404) await wait(15000);
    },
};
class Service extends pulumi.dynamic.Resource {
    constructor(name, args) {
        const outputs = { service_id: undefined, status: undefined, endpoint: undefined, password: undefined };
        super(provider, name, { ...outputs, ...args, name }, { additionalSecretOutputs: ["password"] });
    }
}
for (let n = 0; n < ${count}; n++) new Service("one-" + n, ${JSON.stringify(serviceArgs)});
`;

const clouddb = `
const { Service } = require("pulumi-clouddb");
for (let n = 0; n < ${count}; n++) new Service("one-" + n, { ...${JSON.stringify(serviceArgs)}, name: "one-" + n });
`;

/** Just the calls, with a list a second for all; prints when each was done. */
export const script = `
const { request } = require("undici");
const { readFileSync, writeFileSync } = require("node:fs");
${calls}
const json = async (method, url, data) => {
    const { statusCode, body } = await request(url, { method, headers, body: data && JSON.stringify(data) });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(method + ": " + statusCode + " " + text);
    return text === "" ? undefined : JSON.parse(text);
};
const names = Array.from({ length: ${count} }, (_, n) => "one-" + n);
const done = {};
const untilAll = async (isDone) => {
    for (;;) {
        const all = new Map((await json("GET", services)).map((record) => [record.name, record]));
        for (const name of names) if (isDone(all.get(name))) done[name] ??= performance.timeOrigin + performance.now();
        if (names.every((name) => done[name])) return;
        await wait(1000);
    }
};
const operations = {
    async up() {
        const made = await Promise.all(names.map((name) => json("POST", services, ${body})));
        writeFileSync("ids.json", JSON.stringify(made.map(({ service_id: id }) => id)));
        await untilAll((record) => record?.status === "READY");
    },
    refresh: () => json("GET", services),
    async destroy() {
        const ids = JSON.parse(readFileSync("ids.json", "utf8"));
        await Promise.all(ids.map((id) => json("DELETE", services + "/" + id)));
        await untilAll((record) => record === undefined);
    },
};
operations[process.argv[2]]().then(() => console.log(JSON.stringify(done)));
`;

export const makeProjects = () => ({
    clouddb: makeProject("clouddb", clouddb),
    documented: makeProject("documented", documented),
    script: makeProject("script", script),
});
