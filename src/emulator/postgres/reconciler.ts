// Makes the databases what the rows say. What is there is compared with what is to be there, and nothing depends on how the
// rows came to be so: after a restart, a failure or a change of the time, the next pass does what is missing.
import { existsSync, readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { getOrCreate } from "../../shared/objects";
import type { Core } from "../core/core";
import { Refusal } from "../core/refusals";
import { addLogs } from "../resources/serviceLogs";
import { VirtualClock } from "../virtualClock";
import { copyHistory, copyNow, dataOf, makeStandby } from "./data";
import { type Desired, desiredOf, nextChange, type Source } from "./desired";
import { Extensions } from "./extensions";
import { copyFolder, makeFolder, makeFreshFolder } from "./files";
import { Gates, type OpenPooler } from "./gates";
import type { Installation } from "./installation";
import { Moments } from "./moments";
import { isFree, type Ports, readPorts, writePorts } from "./ports";
import { host, Server, type Settings } from "./server";
import { logSettings, ServerLogs } from "./serverLog";
import { settled } from "./settled";
import { masterUser, replicationUser } from "./template";

export interface Parts {
    readonly installation: Installation;
    readonly root: string;
    readonly ports: Ports;
    /** Of the superuser and the replication role. */
    readonly password: string;
    /** Of every database. */
    readonly settings: Settings;
    readonly core: () => Core;
    readonly log: (line: string) => void;
    readonly openPooler: OpenPooler | undefined;
    /** Saves the ports. */
    readonly save: () => Promise<void>;
}

const prefix = "db-";
const isOfDatabase = (name: string) => name.startsWith(prefix);
const momentsOf = (folder: string) => path.join(folder, "moments");
const momentMs = 200;
/** Longer timers fire at once. */
const longestSleepMs = 24 * 3_600_000;

export class Reconciler {
    readonly #parts: Parts;
    readonly #servers = new Map<string, Server>();
    readonly #moments = new Map<string, Moments>();
    readonly #logs: ServerLogs;
    readonly #passwords = new Map<string, string>();
    readonly #extensions = new Extensions();
    readonly #gates: Gates;
    readonly #end = new AbortController();
    #wake = new AbortController();
    #last: Promise<unknown> = Promise.resolve();
    #next: Promise<void> | undefined;
    #pending = 0;
    #forgets = false;

    constructor(parts: Parts) {
        this.#parts = parts;
        this.#logs = new ServerLogs(parts.core);
        this.#gates = new Gates((id) => parts.ports.of(id), parts.openPooler);
        const { clock } = parts.core();
        if (clock instanceof VirtualClock) {
            const ends = [clock.addIdleCheck(() => this.#pending === 0), clock.beforeMove(() => this.keepMoment())];
            this.#end.signal.addEventListener("abort", () => ends.forEach((end) => end()));
        } else void this.#keepMoments();
    }

    readonly addressOf = (id: string) => ({ host, port: this.#parts.ports.of(id) });

    /** Work is done one after another: a pass, or the recording of a moment. */
    #enqueue<T>(work: () => Promise<T>): Promise<T> {
        this.#pending++;
        const done = this.#last.then(work).finally(() => this.#pending--);
        this.#last = done.catch(() => undefined);
        return done;
    }

    /** Resolves after a pass that has begun after this call. */
    readonly follow = (): Promise<void> => {
        this.#next ??= this.#enqueue(() => {
            this.#next = undefined;
            return this.#pass().catch((cause: unknown) => {
                const message = cause instanceof Error ? cause.message : String(cause);
                throw Object.assign(new Refusal(500, "DATABASES_FAILED", message), { cause });
            });
        });
        return this.#next;
    };

    readonly keepMoment = (at?: number): Promise<void> =>
        this.#enqueue(async () => {
            await settled([...this.#servers].map(([id, server]) => this.#record(id, server, at)));
            await this.#logs.readAll();
        });

    readonly forget = (): void => {
        this.#forgets = true;
        this.#parts.ports.set({});
    };

    readonly save = <T>(name: string, take: () => T): Promise<T> =>
        this.#enqueue(async () => {
            const { core, ports } = this.#parts;
            const taken = take();
            // Replicas are made again.
            const primaries = desiredOf(core().world).databases.filter(({ source }) => source.kind !== "standby");
            const target = this.#savedFolder(name);
            await makeFreshFolder(target);
            await writePorts(path.join(target, "ports.json"), ports.known);
            for (const { id } of primaries) {
                const [from, server] = [this.#folder(id), this.#servers.get(id)];
                if (!existsSync(from)) continue;
                if (server) await this.#record(id, server);
                const to = path.join(target, path.basename(from));
                await makeFolder(to);
                await copyNow(dataOf(from), server, this.#momentsOf(id).last ?? "", dataOf(to));
                await this.#momentsOf(id).copy(momentsOf(to));
            }
            return taken;
        });

    readonly restore = (name: string, renew: () => void): Promise<void> =>
        this.#enqueue(async () => {
            const source = this.#savedFolder(name);
            const ports = await readPorts(path.join(source, "ports.json"));
            await this.#removeAll();
            for (const each of readdirSync(source).filter(isOfDatabase)) {
                await copyFolder(path.join(source, each), path.join(this.#parts.root, each));
            }
            this.#parts.ports.set(ports);
            renew();
            await this.#pass();
        });

    async stop(): Promise<void> {
        this.#end.abort();
        this.#wake.abort();
        await this.#enqueue(() => this.#stopAll());
    }

    async #keepMoments(): Promise<void> {
        const { core, log } = this.#parts;
        const { signal } = this.#end;
        while (!signal.aborted) {
            await this.keepMoment().catch((error: unknown) => log(String(error)));
            await core()
                .clock.sleep(momentMs, signal)
                .catch(() => undefined);
        }
    }

    async #pass(): Promise<void> {
        const { core: current, ports, save } = this.#parts;
        if (this.#end.signal.aborted) return;
        if (this.#forgets) {
            await this.#removeAll();
            this.#forgets = false;
        }
        const core = current();
        core.settle();
        const { databases: desired, gates, endpoints } = desiredOf(core.world);
        const isOf = (kinds: Source["kind"][]) => desired.filter(({ source }) => kinds.includes(source.kind));
        const replicas = isOf(["standby"]);
        const primaries = isOf(["template", "copy"]);
        for (const one of isOf(["copy"])) await this.#make(one, desired);
        await this.#gates.closeOthers(gates);
        for (const group of [replicas, primaries]) await settled(group.map((one) => this.#stopUnless(one)));
        await settled(primaries.map((one) => this.#start(one, desired)));
        // One after another: a primary can be copied once at a time.
        for (const one of replicas) await this.#start(one, desired);
        await this.#gates.open(gates);
        const ids = new Set(desired.map(({ id }) => id));
        await settled(
            this.#existing()
                .filter((id) => !ids.has(id))
                .map((id) => this.#remove(id)),
        );
        await this.#logs.readAll();
        ports.keepOnly(endpoints);
        await ports.provide();
        await save();
        this.#wakeAt(nextChange(core.world));
    }

    /** Runs the next pass when a status changes, even if nobody asks for it then. */
    #wakeAt(time: number | undefined): void {
        const { core, log } = this.#parts;
        this.#wake.abort();
        this.#wake = new AbortController();
        const { signal } = this.#wake;
        if (time === undefined || this.#end.signal.aborted) return;
        const { clock } = core();
        const ms = Math.max(0, time - core().now());
        clock.sleep(Math.min(ms, longestSleepMs), signal).then(
            () => this.follow().catch((error: unknown) => log(String(error))),
            () => undefined,
        );
    }

    #savedFolder = (name: string) => path.join(this.#parts.root, `saved-${encodeURIComponent(name)}`);
    #folder = (id: string) => path.join(this.#parts.root, prefix + encodeURIComponent(id));
    readonly #template = () => dataOf(path.join(this.#parts.root, "template"));

    /** The ids of the databases that have data. */
    #existing(): string[] {
        return readdirSync(this.#parts.root)
            .filter(isOfDatabase)
            .map((name) => decodeURIComponent(name.slice(prefix.length)));
    }

    #momentsOf(id: string): Moments {
        return getOrCreate(this.#moments, id, () => new Moments(momentsOf(this.#folder(id))));
    }

    /** Records how far the changes of a running primary go now. */
    async #record(id: string, server: Server, at = this.#parts.core().now()): Promise<void> {
        if (server.isLost || "primary_conninfo" in server.start.settings) return;
        const query = "SELECT pg_current_wal_flush_lsn() AS lsn";
        const found = await server.client.query<{ lsn: string }>(query).catch((error: unknown) => {
            if (!server.isLost) throw error;
        });
        if (found) await this.#momentsOf(id).add(at, found.rows[0]?.lsn ?? "");
    }

    /** Makes the data, unless it is there. It appears only when it is complete. */
    async #make({ id, source }: Desired, all: readonly Desired[]): Promise<void> {
        const folder = this.#folder(id);
        if (existsSync(folder)) return;
        const draft = path.join(this.#parts.root, `draft-${encodeURIComponent(id)}`);
        await makeFreshFolder(draft);
        const data = dataOf(draft);
        if (source.kind === "template") await copyFolder(this.#template(), data);
        else {
            const parent = all.find((one) => one.id === source.of);
            if (parent) await this.#make(parent, all);
            const [from, server] = [dataOf(this.#folder(source.of)), this.#servers.get(source.of)];
            if (server) await this.#record(source.of, server);
            const moments = this.#momentsOf(source.of);
            const target = source.kind === "copy" && source.at !== null ? moments.positionAt(source.at) : undefined;
            if (target === undefined) await copyNow(from, server, moments.last ?? "", data);
            else {
                await copyHistory(this.#template(), from, server, moments.last ?? "", data);
                await this.#recover(data, target);
            }
            if (source.kind === "standby") await makeStandby(data);
        }
        await rename(draft, folder);
    }

    /** Applies the changes up to a position. */
    async #recover(data: string, position: string): Promise<void> {
        const { installation, password, ports } = this.#parts;
        await makeStandby(data);
        const settings = {
            hot_standby: "off",
            recovery_target_lsn: position,
            recovery_target_inclusive: "off",
            recovery_target_action: "promote",
        };
        const port = ports.of("(recovery)");
        const server = await Server.start(installation, { data, port, password, settings, awaitsPromotion: true });
        await server.stop();
    }

    async #stopUnless({ id, isRunning, settings }: Desired): Promise<void> {
        const server = this.#servers.get(id);
        if (!server) return;
        const isAsDesired =
            isRunning && isDeepStrictEqual({ ...server.start.settings, ...settings }, server.start.settings);
        if (isAsDesired && !server.isLost) return;
        await this.#stop(id, server);
    }

    async #start(desired: Desired, all: readonly Desired[]): Promise<void> {
        const { id, isRunning, extensions, password: ofMaster } = desired;
        if (!isRunning) return;
        if (!this.#servers.has(id)) {
            await this.#make(desired, all);
            this.#logs.add(id, dataOf(this.#folder(id)));
            const server = await this.#extensions.start(extensions, (more) => this.#run(desired, more));
            this.#servers.set(id, server);
            const core = this.#parts.core();
            const service = core.world.services.get(id);
            if (service) addLogs(service, await this.#extensions.add(server, extensions, service.logs), core.now());
            await this.#record(id, server);
        }
        if (ofMaster === undefined || this.#passwords.get(id) === ofMaster) return;
        await this.#servers.get(id)?.execute(`ALTER ROLE ${masterUser} PASSWORD %L`, ofMaster);
        this.#passwords.set(id, ofMaster);
    }

    async #run({ id, source, settings }: Desired, more: Settings): Promise<Server> {
        const { installation, password, ports, settings: common } = this.#parts;
        const primary = source.kind === "standby" && {
            primary_conninfo: `host=${host} port=${ports.of(source.of)} user=${replicationUser} sslmode=disable`,
            wal_retrieve_retry_interval: "100ms",
        };
        const merged = { ...common, ...logSettings, ...settings, ...more, ...primary };
        const [data, port] = [dataOf(this.#folder(id)), ports.of(id)];
        try {
            return await Server.start(installation, { data, port, password, settings: merged });
        } catch (cause) {
            if (await isFree(port)) throw cause;
            throw new Error(`databases: another program uses the port ${port} of ${id}; end it`, { cause });
        }
    }

    async #stop(id: string, server: Server): Promise<void> {
        await this.#record(id, server);
        await server.stop();
        this.#servers.delete(id);
        this.#passwords.delete(id);
    }

    async #stopAll(): Promise<void> {
        await this.#gates.closeOthers([]);
        const isReplica = ([, { start }]: [string, Server]) => "primary_conninfo" in start.settings;
        const servers = [...this.#servers];
        for (const group of [servers.filter(isReplica), servers.filter((one) => !isReplica(one))]) {
            await settled(group.map(([id, server]) => this.#stop(id, server)));
        }
    }

    async #removeAll(): Promise<void> {
        await this.#stopAll();
        await settled(this.#existing().map((id) => this.#remove(id)));
    }

    async #remove(id: string): Promise<void> {
        const server = this.#servers.get(id);
        if (server) await this.#stop(id, server);
        await rm(this.#folder(id), { recursive: true, force: true });
        this.#moments.delete(id);
        this.#logs.delete(id);
    }
}
