// One running PostgreSQL.
import { type ChildProcess, spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { Socket } from "node:net";
import path from "node:path";
import type pg from "pg";
import { callAfter, systemClock } from "../../shared/clock";
import { serverUser } from "./files";
import { environment, type Installation } from "./installation";

export type Settings = Readonly<Record<string, string | number>>;

export const host = "127.0.0.1";
/** The emulator's own role in every database, which clients are not told. */
export const superuser = "postgres";

export interface Start {
    /** The folder of the data. */
    readonly data: string;
    readonly port: number;
    /** The password of the superuser and of the replication role. */
    readonly password: string;
    readonly settings: Settings;
    /** Resolves only when the server accepts changes, not while it recovers. */
    readonly awaitsPromotion?: boolean;
}

const always = (version: string): Settings => ({
    listen_addresses: host,
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    // The data need not survive a crash of the machine, only one of the processes.
    fsync: "off",
    wal_level: "replica",
    // The whole log is kept where it is: replicas and forks of a moment read it from there, and nothing has to be archived.
    // Copies share its files, so none may be used again.
    wal_keep_size: 2 ** 31 - 1,
    wal_recycle: "off",
    max_worker_processes: 2,
    max_parallel_workers: 0,
    max_logical_replication_workers: 0,
    max_wal_senders: 10,
    // Otherwise there are worker processes for reading.
    ...(Number.parseInt(version) >= 18 && { io_method: "sync" }),
});

const pollMs = 10;
const startMs = 120_000;
const stopMs = 10_000;

/** Whether it does not answer yet, or says that it is starting. */
const isStarting = (error: unknown) => {
    const { severity, code } = error as Partial<pg.DatabaseError>;
    return severity === undefined || code === "57P03";
};

export class Server {
    #isDisconnected = false;

    private constructor(
        readonly start: Start,
        private readonly installation: Installation,
        private readonly process: ChildProcess,
        private readonly ended: Promise<unknown>,
        /** The emulator's own connection. */
        readonly client: pg.Client,
    ) {
        for (const event of ["error", "end"] as const) client.once(event, () => (this.#isDisconnected = true));
    }

    get #hasEnded(): boolean {
        return this.process.exitCode !== null || this.process.signalCode !== null;
    }

    /** Whether it has ended, or closed all connections because a process of it has crashed. It can only be stopped. */
    get isLost(): boolean {
        return this.#isDisconnected || this.#hasEnded;
    }

    /** Starts PostgreSQL; resolves when it answers. @throws an error with what it has said if it does not. */
    static async start(installation: Installation, start: Start): Promise<Server> {
        const { data, port, password, settings, awaitsPromotion = false } = start;
        const all = Object.entries({ ...always(installation.version), ...settings, port });
        const child = spawn(
            path.join(installation.bin, "postgres"),
            ["-D", data, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
            // Detached: a ^C in the terminal is for the emulator. The password is the replica's towards its primary.
            {
                ...serverUser,
                cwd: data,
                env: { ...environment(), PGPASSWORD: password },
                stdio: ["ignore", "ignore", "pipe"],
                detached: true,
            },
        );
        const ended = once(child, "exit");
        let said = "";
        child.stderr.on("data", (text: Buffer) => (said = `${said}${text.toString()}`.slice(-4000)));
        const failure = new Promise<never>((_, reject) => {
            child.once("error", reject);
            const message = `databases: PostgreSQL in ${data}, at port ${port}, has ended: `;
            child.once("close", () => reject(new Error(message + said.trim())));
        });
        // It ends in any case, later.
        failure.catch(() => undefined);
        ended.catch(() => undefined);
        const until = systemClock.now() + startMs;
        const end = new AbortController();
        // One for each attempt to connect.
        setMaxListeners(0, end.signal);
        try {
            for (;;) {
                const client = await Promise.race([Server.#connect(installation, start, end.signal), failure]);
                const isReady = client && (!awaitsPromotion || !(await Server.#isRecovering(client)));
                if (isReady) return new Server(start, installation, child, ended, client);
                await client?.end();
                if (systemClock.now() > until)
                    throw new Error(`databases: PostgreSQL in ${data} does not answer: ${said.trim()}`);
                await systemClock.sleep(pollMs);
            }
        } catch (error) {
            // Another program at this port may never answer.
            end.abort();
            child.kill("SIGQUIT");
            await ended.catch(() => undefined);
            throw error;
        }
    }

    /** Connects as the superuser; `undefined` while the server starts. */
    static async #connect({ Client }: Installation, start: Start, signal?: AbortSignal, database = superuser) {
        const { port, password } = start;
        const client = new Client({
            stream: () => new Socket({ signal }),
            host,
            port,
            user: superuser,
            password,
            database,
            ssl: false,
            application_name: "clouddb emulator",
            // A failed statement may contain a password.
            options: "-c log_min_error_statement=panic",
        });
        // The server closes the connection when it stops.
        client.on("error", () => undefined);
        try {
            await client.connect();
            return client;
        } catch (error) {
            await client.end();
            if (!isStarting(error)) throw error;
            return undefined;
        }
    }

    static async #isRecovering(client: pg.Client): Promise<boolean> {
        const { rows } = await client.query<{ is: boolean }>("SELECT pg_is_in_recovery() AS is");
        return rows[0]?.is === true;
    }

    /** Closes all connections and ends, with the data in order. */
    async stop(): Promise<void> {
        this.process.kill("SIGINT");
        const spare = callAfter(systemClock, stopMs, () => this.process.kill("SIGQUIT"));
        if (!this.#hasEnded) await this.ended;
        spare();
    }

    /** Runs `copy`, which copies the data, as a backup; resolves to what the copy needs as its `backup_label`. */
    async backUp(copy: () => Promise<void>): Promise<string> {
        let label: string | undefined;
        await this.client.query("SELECT pg_backup_start('copy', true)");
        try {
            await copy();
        } finally {
            const stop = "SELECT labelfile AS label FROM pg_backup_stop(false)";
            const { rows } = await this.client.query<{ label: string }>(stop);
            label = rows[0]?.label;
        }
        return label ?? "";
    }

    /** Runs a statement that takes no parameters, such as `ALTER ROLE`; the server quotes the values for each `%L` and `%I`. */
    async execute(statement: string, ...values: readonly string[]): Promise<void> {
        await Server.#execute(this.client, statement, values);
    }

    /** As `execute`, in another database. */
    async executeIn(database: string, statement: string, ...values: readonly string[]): Promise<void> {
        const client = await Server.#connect(this.installation, this.start, undefined, database);
        if (!client) throw new Error(`databases: PostgreSQL in ${this.start.data} has ended`);
        try {
            await Server.#execute(client, statement, values);
        } finally {
            await client.end();
        }
    }

    static async #execute(client: pg.Client, statement: string, values: readonly string[]): Promise<void> {
        const text = "SELECT format($1, VARIADIC $2::text[]) AS text";
        const { rows } = await client.query<{ text: string }>(text, [statement, values]);
        await client.query(rows[0]?.text ?? "");
    }
}
