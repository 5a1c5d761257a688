import { createClient, type Client, type ClientOptions } from "../api";
import { systemClock, type Clock } from "../clock";
import { Project, SharedProject, UserError } from "../lifecycle";
import { findProjectId } from "./projectId";
import { connectionOf, type Settings } from "./settings";

/** What is open to the API in this process: a client for each address and key, and a project for each that is used. */
export class Connections {
    readonly #clients = new Map<string, Client>();
    readonly #projects = new Map<string, Project>();
    readonly #shared = new Map<string, SharedProject>();
    readonly #found = new Map<Client, Promise<string>>();
    readonly #secrets: Set<string>;

    constructor(
        readonly settings: Settings,
        readonly clock: Clock = systemClock,
        private readonly hooks: Pick<ClientOptions, "beforeMutation" | "onAttempt"> = {},
    ) {
        this.#secrets = new Set(apiKeysIn(settings));
    }

    /** Keeps a secret out of every error, whichever client makes it: a server may repeat to one what another has sent it. */
    keepSecret(secret: string): void {
        if (this.#secrets.has(secret)) return;
        this.#secrets.add(secret);
        for (const client of this.#clients.values()) client.keepSecret(secret);
    }

    client(profile: string | undefined): Client {
        const { apiKey, baseUrl } = connectionOf(this.settings, profile);
        const key = JSON.stringify([baseUrl, apiKey]);
        const open = this.#clients.get(key);
        if (open !== undefined) return open;
        const { maxConcurrency, requestTimeout, allowInsecureHttp } = this.settings;
        const client = orUserError(() =>
            createClient({
                baseUrl,
                apiKey,
                clock: this.clock,
                ...this.hooks,
                ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
                ...(requestTimeout === undefined ? {} : { requestTimeout: requestTimeout * 1000 }),
                ...(allowInsecureHttp === undefined ? {} : { allowInsecureHttp }),
            }),
        );
        for (const secret of this.#secrets) client.keepSecret(secret);
        this.#clients.set(key, client);
        return client;
    }

    /** The named project, or the one that the configuration or the key leads to; looked up once, when it is first needed. */
    async project(profile: string | undefined, projectId: string | undefined): Promise<Project> {
        const client = this.client(profile);
        const id = projectId ?? connectionOf(this.settings, profile).projectId ?? (await this.#find(client));
        const key = JSON.stringify([profile ?? null, id]);
        const known = this.#projects.get(key);
        if (known !== undefined) return known;
        // Two profiles may reach the same project: one mutating call at a time holds for both of them together.
        const place = JSON.stringify([connectionOf(this.settings, profile).baseUrl, id]);
        const shared = this.#shared.get(place) ?? new SharedProject();
        this.#shared.set(place, shared);
        const project = new Project(client, id, this.clock, Math.random, shared);
        this.#projects.set(key, project);
        return project;
    }

    async #find(client: Client): Promise<string> {
        const asked = this.#found.get(client) ?? findProjectId(client);
        this.#found.set(client, asked);
        try {
            return await asked;
        } catch (error) {
            this.#found.delete(client);
            throw error;
        }
    }
}

/** All keys of the configuration. */
const apiKeysIn = ({ apiKey, profiles }: Settings): string[] =>
    [apiKey, ...Object.values(profiles).map((profile) => profile.apiKey)].filter((key) => key !== undefined);

/** What the client refuses of its options is something that the user has configured. */
function orUserError(open: () => Client): Client {
    try {
        return open();
    } catch (error) {
        throw error instanceof TypeError ? new UserError(error.message) : error;
    }
}
