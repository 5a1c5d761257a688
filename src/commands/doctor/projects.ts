// Where the doctor looks: the settings, and the projects that their keys reach.
import { ApiError } from "../../provider/api";
import type { Connections } from "../../provider/config/connections";
import { withHint, type SettingSources } from "../../provider/config/hints";
import { connectionOf, namespace, readSettings, type Settings } from "../../provider/config/settings";
import { UserError, type Project } from "../../provider/lifecycle";
import { getOrCreate } from "../../shared/objects";
import { takeInventory, type Inventory } from "./inventory";
import type { StackResource } from "./stackExport";

const profilesVariable = "CLOUDDB_PROFILES";

/** What a hint names: the doctor does not read the configuration of a stack. */
export const sources: SettingSources = {
    apiKey: `CLOUDDB_API_KEY, or the profile's \`apiKey\` in ${profilesVariable}`,
    baseUrl: "CLOUDDB_BASE_URL or --base-url",
    projectId: "CLOUDDB_PROJECT_ID",
};

const noAddress = "The address of the API is not configured: set CLOUDDB_BASE_URL, or use --base-url.";
const noKey = "The API key is not configured: set CLOUDDB_API_KEY.";

/**
 * The settings of the provider, from the environment. The variable for the profiles has them in the form of the stack's configuration.
 *
 * @throws UserError - if there is no address or no key at all. The message says how to set them.
 */
export function settingsFrom(
    environment: Readonly<Record<string, string | undefined>>,
    baseUrl: string | undefined,
): Settings {
    const given: Readonly<Record<string, string | undefined>> = { baseUrl, profiles: environment[profilesVariable] };
    const settings = readSettings((key) => given[key], environment);
    const profiles = Object.values(settings.profiles);
    const missing = [
        ...((settings.baseUrl ?? profiles.find((profile) => profile.baseUrl)) ? [] : [noAddress]),
        ...((settings.apiKey ?? profiles.length > 0) ? [] : [noKey]),
    ];
    if (missing.length > 0) throw new UserError(missing.join(" "));
    return settings;
}

/** A profile that has no key, and what to do. Undefined if it has one. */
function unknownProfile({ settings }: Connections, profile: string | undefined): string | undefined {
    if (profile === undefined || Object.hasOwn(settings.profiles, profile)) return undefined;
    return `profile ${JSON.stringify(profile)}: set ${profilesVariable} to the output of \`pulumi config get ${namespace}:profiles\``;
}

/** The project of a profile. @throws UserError if the profile has no key. */
export function projectOfProfile(connections: Connections, profile: string | undefined): Promise<Project> {
    const unknown = unknownProfile(connections, profile);
    if (unknown !== undefined) throw new UserError(`There is no key for ${unknown}.`);
    return connections.project(profile, undefined);
}

type Location = Pick<StackResource, "profile" | "projectId" | "hidden">;

/** The project of a resource of the state, as far as the configured keys reach. */
export async function projectOfResource(
    connections: Connections,
    { profile, projectId, hidden }: Location,
): Promise<Project | NotChecked> {
    if (hidden) return { why: "its profile or project is encrypted in the state" };
    const unknown = unknownProfile(connections, profile);
    if (unknown !== undefined) return { why: `there is no key for its ${unknown}` };
    try {
        return await connections.project(profile, projectId);
    } catch (error) {
        return { why: whyNotChecked(error) };
    }
}

export interface ListedProject {
    /** The same for two profiles that reach the same project. */
    readonly key: string;
    readonly project: Project;
    readonly inventory: Inventory;
}

export interface NotChecked {
    readonly why: string;
}

/** The projects of the API, each listed once, as far as the configured keys reach. */
export class Projects {
    readonly #listed = new Map<string, Promise<ListedProject>>();

    constructor(private readonly connections: Connections) {}

    /**
     * Lists the projects that the settings name: the environment's own, and that of every profile.
     *
     * @returns the profiles whose project cannot be listed.
     * @throws if the environment's own project cannot be listed.
     */
    async listConfigured(): Promise<(NotChecked & { readonly profile: string })[]> {
        const { profiles, apiKey } = this.connections.settings;
        const names = Object.keys(profiles);
        if (apiKey !== undefined || names.length === 0) await this.#list(undefined, undefined);
        const listed = names.map(async (profile) => {
            const project = await this.of({ profile, projectId: undefined, hidden: false });
            return "why" in project ? [{ ...project, profile }] : [];
        });
        return (await Promise.all(listed)).flat();
    }

    /** The project of a resource, which is listed. */
    async of(resource: Location): Promise<ListedProject | NotChecked> {
        const located = await projectOfResource(this.connections, resource);
        if ("why" in located) return located;
        try {
            return await this.#list(resource.profile, resource.projectId);
        } catch (error) {
            return { why: whyNotChecked(error) };
        }
    }

    async all(): Promise<ListedProject[]> {
        const listed = await Promise.allSettled(this.#listed.values());
        return listed.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    }

    async #list(profile: string | undefined, projectId: string | undefined): Promise<ListedProject> {
        const project = await this.connections.project(profile, projectId);
        const { baseUrl } = connectionOf(this.connections.settings, profile);
        const key = JSON.stringify([baseUrl.replace(/\/+$/, ""), project.id]);
        return getOrCreate(this.#listed, key, async () => ({ key, project, inventory: await takeInventory(project) }));
    }
}

/** Errors that leave the rest to be checked: the key has no access, or a record cannot be read. */
const limited: readonly ApiError["kind"][] = ["unauthorised", "forbidden", "notFound", "invalid", "contract"];

/** The reason as a text. @throws any other error, after which nothing can be checked. */
export function whyNotChecked(error: unknown): string {
    if (error instanceof UserError) return error.message;
    if (error instanceof ApiError && limited.includes(error.kind)) return withHint(error, sources);
    throw error;
}
