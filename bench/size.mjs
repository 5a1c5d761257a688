// Memory, and bytes in the state; and that neither these nor the time for each service grow with the stack.
import { createRequire } from "node:module";
import { embedded } from "./support/engines.mjs";
import { startEmulator } from "./support/emulator.mjs";
import { interleaved, median, ratioOf, ratioText, whole } from "./support/figures.mjs";
import { manyInState } from "./support/manyInState.mjs";
import { sampleOutputs, serviceArgs } from "./support/outputs.mjs";
import { withPeaks } from "./support/peaks.mjs";
import { timed } from "./support/processorTime.mjs";
import { root } from "./support/root.mjs";
import { propertyBytes, stateBytes } from "./support/stateBytes.mjs";
import { makeVariants } from "./support/variants.mjs";

const require = createRequire(import.meta.url);

const operations = ["up", "refresh", "destroy"];

async function deployAll(variant, emulator, size) {
    const stack = embedded.open(variant);
    const env = { CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token, BENCH_COUNT: String(size) };
    const figures = {};
    await emulator.reset();
    for (const operation of operations) {
        let ms = 0;
        const peaks = await withPeaks(async (probing) => {
            ({ ms } = await timed(() => stack.run(operation, { ...env, ...probing })));
        });
        figures[operation] = { msEach: ms / size, ...peaks };
    }
    return figures;
}

/** Time and memory for each service, for stacks that double in size. */
async function growth({ quick, rounds, print }) {
    const sizes = quick ? [50, 100, 200] : [250, 500, 1000, 2000];
    const emulator = await startEmulator();
    const variants = makeVariants(await sampleOutputs(emulator)).filter(({ name }) => name !== "dynamic");
    const repeated = quick ? 1 : Math.ceil(rounds / 2);
    const data = sizes.map((size) => ({ size, bare: [], clouddb: [] }));
    try {
        for (const one of data)
            await interleaved(repeated, variants, async (variant) => {
                one[variant.name].push(await deployAll(variant, emulator, one.size));
            });
    } finally {
        for (const variant of variants) variant.remove();
        await emulator.stop();
    }
    for (const operation of operations)
        print({
            title: `${operation}: time and memory as the stack grows, embedded engine, ${repeated} rounds`,
            columns: ["services", "ms each", "clouddb / bare", "program, MB", "provider, MB", "bare provider, MB"],
            rows: data.map(({ size, bare, clouddb }) => {
                const of = (rounds_, figure) => rounds_.map((round) => round[operation][figure]);
                return [
                    whole(size),
                    median(of(clouddb, "msEach")).toFixed(1),
                    ratioText(ratioOf(of(clouddb, "msEach"), of(bare, "msEach"))),
                    whole(median(of(clouddb, "program"))),
                    whole(median(of(clouddb, "provider"))),
                    whole(median(of(bare, "provider"))),
                ];
            }),
        });
    return data;
}

const everything = `
const { Service, Vpc } = require("pulumi-clouddb");
const net = new Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
new Service("orders", {
    ...${JSON.stringify(serviceArgs)}, addons: ["time-series"], replicaCount: 1, connectionPooler: true, vpcId: net.id,
    password: "correct-Horse-7-battery",
});`;

/** A refresh of many services in one provider process, from a state of copies; and what one service takes in the state. */
async function manyAndState({ quick, rounds, print }) {
    const { deploy } = require(`${root}/dist/testing.js`);
    const count = quick ? 2000 : 10_000;
    const emulator = await startEmulator({ services: count });
    const data = { count, providers: [] };
    try {
        const ids = (await emulator.services()).map(({ service_id: id }) => id);
        const program = `new (require("pulumi-clouddb").Service)("one", ${JSON.stringify(serviceArgs)});`;
        const one = await deploy({ operation: "up", program, emulator });
        data.plain = { all: stateBytes(one.state, "one"), properties: propertyBytes(one.state, "one") };
        const state = manyInState(one.state, "one", ids);
        for (let round = 0; round < (quick ? 1 : Math.ceil(rounds / 2)); round++) {
            await emulator.clearRequests();
            const peaks = await withPeaks(async (env) => {
                const { exitCode } = await deploy({ operation: "refresh", program: "", emulator, state, env });
                if (exitCode !== 0) throw new Error("the refresh failed");
            });
            data.providers.push({ mb: peaks.provider, calls: (await emulator.requests()).length });
        }
        const full = await deploy({ operation: "up", program: everything, emulator });
        data.full = { all: stateBytes(full.state, "orders"), properties: propertyBytes(full.state, "orders") };
    } finally {
        await emulator.stop();
    }
    print({
        title: `A refresh of ${whole(count)} services, embedded engine`,
        columns: ["", "provider, MB", "calls"],
        rows: [
            [
                "refresh",
                whole(median(data.providers.map(({ mb }) => mb))),
                whole(median(data.providers.map(({ calls }) => calls))),
            ],
        ],
    });
    print({
        title: "A service in the state, bytes",
        says: "Inputs and outputs as the provider returns them; the engine adds what seals secrets, and its own bookkeeping.",
        columns: ["", "inputs and outputs", "with what the engine adds"],
        rows: [
            ["size and environment set", whole(data.plain.properties), whole(data.plain.all)],
            ["everything set", whole(data.full.properties), whole(data.full.all)],
        ],
    });
    return data;
}

export async function size(context) {
    return { growth: await growth(context), manyAndState: await manyAndState(context) };
}
