// Makes the databases what the rows say. What is there is compared with what is to be there, and nothing depends on how the
// rows came to be so: after a restart, a failure or a change of the time, the next pass does what is missing.
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Refusal } from "../core/refusals";
import type { Core } from "../core/core";
import { addLogs } from "../resources/serviceLogs";
import { VirtualClock } from "../virtualClock";
import { copyData, copyHistory, copyNow, dataOf, makeStandby } from "./data";
import { type Desired, desiredOf, nextChange, type Source } from "./desired";
import { Extensions } from "./extensions";
import { Gates } from "./gates";
import type { Installation } from "./installation";
import { Moments } from "./moments";
import type { Ports } from "./ports";
import { host, Server, type Settings } from "./server";
import { logSettings, ServerLog } from "./serverLog";
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
    /** Saves the ports. */
    readonly save: () => Promise<void>;
}

const prefix = "db-";
const momentsOf = (folder: string) => path.join(folder, "moments");
const momentMs = 200;
/** Longer timers fire at once. */
const longestSleepMs = 24 * 3_600_000;

export class Reconciler {
    readonly #parts: Parts;
    readonly #servers = new Map<string, Server>();
    readonly #moments = new Map<string, Moments>();
    readonly #logs = new Map<string, ServerLog>();
    readonly #passwords = new Map<string, string>();
    readonly #savedPorts = new Map<string, Record<string, number>>();
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
        this.#gates = new Gates((id) => parts.ports.of(id));
        const { clock } = parts.core();
        if (clock instanceof VirtualClock) {
            const ends = [clock.addIdleCheck(() => this.#pending === 0), clock.beforeMove(this.keepMoment)];
            this.#end.signal.addEventListener("abort", () => ends.forEach((end) => end()));
        } else void this.#keepMoments();
    }

    readonly addressOf = (id: string) => ({ host, port: this.#parts.ports.of(id) });

    /** Work is done one after another: a pass, or the recording of a moment. */
    #enqueue(work: () => Promise<void>): Promise<void> {
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

    readonly keepMoment = (): Promise<void> =>
        this.#enqueue(async () => {
            await Promise.all([...this.#servers].map(([id, server]) => this.#record(id, server)));
            await this.#readLogs();
        });

    readonly forget = (): void => {
        this.#forgets = true;
        this.#parts.ports.set({});
    };

    readonly save = (name: string): Promise<void> =>
        this.#enqueue(async () => {
            const { core, ports } = this.#parts;
            const target = this.#savedFolder(name);
            await rm(target, { recursive: true, force: true });
            await mkdir(target, { mode: 0o755 });
            // Replicas are made again.
            const primaries = desiredOf(core().world).databases.filter(({ source }) => source.kind !== "standby");
            for (const { id } of primaries) {
                const [from, server] = [this.#folder(id), this.#servers.get(id)];
                if (!existsSync(from)) continue;
                if (server) await this.#record(id, server);
                const to = path.join(target, path.basename(from));
                await mkdir(to, { mode: 0o755 });
                await copyNow(dataOf(from), server, this.#momentsOf(id).last ?? "", dataOf(to));
                await this.#momentsOf(id).copy(momentsOf(to));
            }
            this.#savedPorts.set(name, ports.known);
        });

    readonly restore = (name: string, renew: () => void): Promise<void> =>
        this.#enqueue(async () => {
            await this.#removeAll();
            const source = this.#savedFolder(name);
            for (const each of readdirSync(source)) {
                await copyData(path.join(source, each), path.join(this.#parts.root, each));
            }
            this.#parts.ports.set(this.#savedPorts.get(name) ?? {});
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
            this.#forgets = false;
            await this.#removeAll();
        }
        const core = current();
        core.settle();
        const { databases: desired, gates, endpoints } = desiredOf(core.world);
        const isOf = (kinds: Source["kind"][]) => desired.filter(({ source }) => kinds.includes(source.kind));
        const replicas = isOf(["standby"]);
        const primaries = isOf(["template", "copy"]);
        for (const one of isOf(["copy"])) await this.#make(one, desired);
        await this.#gates.closeOthers(gates);
        for (const group of [replicas, primaries]) await Promise.all(group.map((one) => this.#stopUnless(one)));
        await Promise.all(primaries.map((one) => this.#start(one, desired)));
        // One after another: a primary can be copied once at a time.
        for (const one of replicas) await this.#start(one, desired);
        await this.#gates.open(gates);
        const ids = new Set(desired.map(({ id }) => id));
        await Promise.all(
            this.#existing()
                .filter((id) => !ids.has(id))
                .map((id) => this.#remove(id)),
        );
        await this.#readLogs();
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
        if (time === undefined) return;
        const { clock } = core();
        const ms = Math.max(0, time - core().now());
        clock.sleep(Math.min(ms, longestSleepMs), signal).then(
            () => this.follow().catch((error: unknown) => log(String(error))),
            () => undefined,
        );
    }

    #savedFolder = (name: string) => path.join(this.#parts.root, `saved-${encodeURIComponent(name)}`);
    #folder = (id: string) => path.join(this.#parts.root, prefix + encodeURIComponent(id));
    get #template() {
        return dataOf(path.join(this.#parts.root, "template"));
    }

    /** The ids of the databases that have data. */
    #existing(): string[] {
        const names = readdirSync(this.#parts.root).filter((name) => name.startsWith(prefix));
        return names.map((name) => decodeURIComponent(name.slice(prefix.length)));
    }

    #momentsOf(id: string): Moments {
        const known = this.#moments.get(id) ?? new Moments(momentsOf(this.#folder(id)));
        this.#moments.set(id, known);
        return known;
    }

    /** Records how far the changes of a running primary go now. */
    async #record(id: string, server: Server): Promise<void> {
        if (server.hasEnded || "primary_conninfo" in server.start.settings) return;
        const { rows } = await server.client.query<{ lsn: string }>("SELECT pg_current_wal_flush_lsn() AS lsn");
        await this.#momentsOf(id).add(this.#parts.core().now(), rows[0]?.lsn ?? "");
    }

    /** Adds what the servers have said to the logs of their services. */
    async #readLogs(): Promise<void> {
        const core = this.#parts.core();
        for (const [id, log] of this.#logs) {
            const service = core.world.services.get(id);
            if (service) addLogs(service, await log.next(), core.now());
        }
    }

    /** Makes the data, unless it is there. It appears only when it is complete. */
    async #make({ id, source }: Desired, all: readonly Desired[]): Promise<void> {
        const folder = this.#folder(id);
        if (existsSync(folder)) return;
        const draft = path.join(this.#parts.root, `draft-${encodeURIComponent(id)}`);
        await rm(draft, { recursive: true, force: true });
        await mkdir(draft, { mode: 0o755 });
        const data = dataOf(draft);
        if (source.kind === "template") await copyData(this.#template, data);
        else {
            const parent = all.find((one) => one.id === source.of);
            if (parent) await this.#make(parent, all);
            const [from, server] = [dataOf(this.#folder(source.of)), this.#servers.get(source.of)];
            if (server) await this.#record(source.of, server);
            const moments = this.#momentsOf(source.of);
            const target = source.kind === "copy" && source.at !== null ? moments.positionAt(source.at) : undefined;
            if (target === undefined) await copyNow(from, server, moments.last ?? "", data);
            else {
                await copyHistory(this.#template, from, server, moments.last ?? "", data);
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
        if (isAsDesired && !server.hasEnded) return;
        await this.#stop(id, server);
    }

    async #start(desired: Desired, all: readonly Desired[]): Promise<void> {
        const { id, isRunning, extensions, password: ofMaster } = desired;
        if (!isRunning) return;
        if (!this.#servers.has(id)) {
            await this.#make(desired, all);
            if (!this.#logs.has(id)) this.#logs.set(id, new ServerLog(dataOf(this.#folder(id))));
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

    #run({ id, source, settings }: Desired, more: Settings): Promise<Server> {
        const { installation, password, ports, settings: common } = this.#parts;
        const primary = source.kind === "standby" && {
            primary_conninfo: `host=${host} port=${ports.of(source.of)} user=${replicationUser} sslmode=disable`,
            wal_retrieve_retry_interval: "100ms",
        };
        const merged = { ...common, ...logSettings, ...settings, ...more, ...primary };
        const data = dataOf(this.#folder(id));
        return Server.start(installation, { data, port: ports.of(id), password, settings: merged });
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
            await Promise.all(group.map(([id, server]) => this.#stop(id, server)));
        }
    }

    async #removeAll(): Promise<void> {
        await this.#stopAll();
        await Promise.all(this.#existing().map((id) => this.#remove(id)));
    }

    async #remove(id: string): Promise<void> {
        const server = this.#servers.get(id);
        if (server) await this.#stop(id, server);
        await rm(this.#folder(id), { recursive: true, force: true });
        this.#moments.delete(id);
        this.#logs.delete(id);
    }
}
