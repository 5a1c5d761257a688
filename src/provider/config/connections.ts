import { type Client, type ClientOptions, assertNoUnreadable, createClient } from "../api";
import { systemClock, type Clock } from "../../shared/clock";
import { getOrCreate } from "../../shared/objects";
import { Project, SharedProject, UserError } from "../lifecycle";
import { connectionOf, namespace, type Settings } from "./settings";

export type ConnectionHooks = Pick<
    ClientOptions,
    "beforeMutation" | "onAttempt" | "onUnanswered" | "onPause" | "onOddity"
>;

/** The connections of this process: one client per base URL and API key, one `Project` per profile and project id. */
export class Connections {
    readonly #clients = new Map<string, Client>();
    readonly #projects = new Map<string, Project>();
    readonly #sharedProjects = new Map<string, SharedProject>();
    readonly #defaultProjectIds = new Map<Client, Promise<string>>();
    readonly #secrets: Set<string>;

    constructor(
        readonly settings: Settings,
        readonly clock: Clock = systemClock,
        private readonly hooks: ConnectionHooks = {},
    ) {
        const keys = [settings, ...Object.values(settings.profiles)].map(({ apiKey }) => apiKey);
        this.#secrets = new Set(keys.filter((key) => key !== undefined));
    }

    /** Redacts a secret from the errors of all clients: a server may repeat to one client what another has sent. */
    keepSecret(secret: string): void {
        if (this.#secrets.has(secret)) return;
        this.#secrets.add(secret);
        for (const client of this.#clients.values()) client.keepSecret(secret);
    }

    client(profile: string | undefined): Client {
        const { settings, clock, hooks } = this;
        const { apiKey, baseUrl } = connectionOf(settings, profile);
        const { maxConcurrency, requestTimeout, allowInsecureHttp } = settings;
        const options = { ...hooks, clock, baseUrl, apiKey, maxConcurrency, requestTimeout, allowInsecureHttp };
        try {
            return getOrCreate(this.#clients, JSON.stringify([baseUrl, apiKey]), () => {
                const client = createClient(options);
                for (const secret of this.#secrets) client.keepSecret(secret);
                return client;
            });
        } catch (error) {
            // All options come from the configuration, so an invalid one is the user's to correct.
            throw error instanceof TypeError ? new UserError(error.message) : error;
        }
    }

    /** The configured project; undefined where the API's default counts. */
    configuredProject(profile: string | undefined): string | undefined {
        return connectionOf(this.settings, profile).projectId;
    }

    /** The project with this id. Default: the configured one, or the one of the API key, which is looked up once. */
    async project(profile: string | undefined, projectId: string | undefined): Promise<Project> {
        const client = this.client(profile);
        const id = projectId ?? this.configuredProject(profile) ?? (await this.#defaultProjectId(client));
        // Two profiles may reach the same project, whose mutating calls are serialised for both together.
        const sharedKey = JSON.stringify([client.baseUrl, id]);
        const shared = getOrCreate(this.#sharedProjects, sharedKey, () => new SharedProject());
        const create = () => new Project(client, id, this.clock, Math.random, shared);
        return getOrCreate(this.#projects, JSON.stringify([profile ?? null, id]), create);
    }

    async #defaultProjectId(client: Client): Promise<string> {
        try {
            return await getOrCreate(this.#defaultProjectIds, client, () => findProjectId(client));
        } catch (error) {
            this.#defaultProjectIds.delete(client);
            throw error;
        }
    }
}

/** The default project: the one that a personal access token is scoped to, or the only one of an OAuth user. */
async function findProjectId(client: Client): Promise<string> {
    const caller = await client.identity.whoami();
    const scope = caller.apiKey?.project?.id;
    if (scope !== undefined) return scope;
    const projects = assertNoUnreadable(await client.identity.projects());
    const [only, ...others] = projects;
    if (only !== undefined && others.length === 0) return only.id;
    const list = projects.map(({ id, name }) => `${id} (${name ?? "without a name"})`).join(", ");
    throw new UserError(
        projects.length === 0
            ? "The caller has no project."
            : `The caller has several projects: ${list}. Choose one with CLOUDDB_PROJECT_ID in the environment; in a stack also with \`pulumi config set ${namespace}:projectId ID\`, or with the argument \`projectId\`.`,
    );
}
