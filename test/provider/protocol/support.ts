import { rmSync } from "node:fs";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../src/emulator";
import { fixtureProject } from "../../support/fixtureProject";
import { type Deployed, type PropertyMap, urnOf } from "../../support/inProcess";
import { ProviderProcess } from "../../support/providerProcess";
import { scaledClock } from "../../support/scaledClock";
import { exportOf, type Type } from "../../support/types";

export interface Rig {
    readonly emulator: Emulator;
    readonly provider: ProviderProcess;
    /** Starts another provider process of the same engine, as for a resource with the option `version`. */
    another(baseUrl: string): Promise<ProviderProcess>;
    /** The inputs as registered by the resource's class. */
    inputs(type: Type, name: string, args: PropertyMap): PropertyMap;
    /** Check and create; the state that the engine would store. */
    created(type: Type, name: string, args: PropertyMap): Promise<Deployed>;
    /** Check, diff and update. */
    updated(old: Deployed, args: PropertyMap): Promise<Deployed>;
}

/** The real provider process, an emulator, and a clock that runs fast in both. */
export async function withRig(
    play: (rig: Rig) => Promise<void>,
    options: EmulatorOptions & {
        readonly configure?: boolean;
        readonly environment?: Readonly<Record<string, string>>;
        /** The engine address passed to the process. Default: that of a running server. */
        readonly engine?: string;
    } = {},
): Promise<void> {
    const { configure = true, environment = {}, engine, ...emulated } = options;
    const clock = scaledClock(100);
    const emulator = await startEmulator({ clock, timeScale: 0.05, ...emulated });
    const folder = fixtureProject({});
    const own = { PULUMI_BACKEND_URL: "s3://state", ...clock.environment, ...environment };
    const provider = await ProviderProcess.start(folder, own, engine);
    const inputs: Rig["inputs"] = (type, name, args) => ({
        ...args,
        __clouddb: { urn: urnOf(type, name) },
        __provider: `exports.handler=()=>require("pulumi-clouddb/provider").${exportOf(type)};`,
    });
    const checked = async (type: Type, name: string, olds: PropertyMap, args: PropertyMap) => {
        const { inputs: news, failures } = await provider.check(urnOf(type, name), olds, inputs(type, name, args));
        if (failures.length > 0) throw new Error(JSON.stringify(failures));
        return news;
    };
    const others: ProviderProcess[] = [];
    try {
        await provider.configure(
            configure ? { "clouddb:apiKey": emulator.token, "clouddb:baseUrl": emulator.url } : {},
        );
        await play({
            emulator,
            provider,
            inputs,
            async another(baseUrl) {
                const other = await ProviderProcess.start(folder, own, provider.engine);
                others.push(other);
                await other.configure({ "clouddb:apiKey": emulator.token, "clouddb:baseUrl": baseUrl });
                return other;
            },
            async created(type, name, args) {
                const news = await checked(type, name, {}, args);
                return { type, name, inputs: news, ...(await provider.create(urnOf(type, name), news)) };
            },
            async updated(old, args) {
                const news = await checked(old.type, old.name, old.inputs, args);
                const { changes, replaces } = await provider.diff(old.id, old.outs, news);
                if (!changes || replaces.length > 0)
                    throw new Error(`no update: ${JSON.stringify({ changes, replaces })}`);
                return { ...old, inputs: news, ...(await provider.update(old.id, old.outs, news)) };
            },
        });
    } finally {
        for (const each of [provider, ...others]) await each.stop();
        await emulator.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}
