import { ApiError } from "../api";
import type { Connections } from "../config/connections";
import { withHint } from "../config/hints";
import { connectionOf } from "../config/settings";
import { UserError, type Project } from "../lifecycle";
import { takeInventory, type Inventory } from "./inventory";
import { profilesHint, sources } from "./settings";
import type { StackResource } from "./stackExport";

/** A project that could be listed. */
export interface Place {
    /** Two profiles that reach the same project share its place. */
    readonly key: string;
    readonly project: Project;
    readonly inventory: Inventory;
}

/** Why something could not be looked up. That says nothing about whether it exists. */
export interface NotChecked {
    readonly why: string;
}

/** What a resource says of where it is. */
export type Whereabouts = Pick<StackResource, "profile" | "projectId" | "hidden">;

/** The projects of the API, each listed once, as far as the configured keys reach. */
export class Places {
    readonly #opened = new Map<string, Promise<Place | NotChecked>>();
    readonly #listed = new Map<string, Promise<Inventory>>();

    constructor(private readonly connections: Connections) {}

    /**
     * The projects that the settings name: the environment's own, and that of every profile.
     *
     * @throws if the environment's own cannot be listed: then nothing can be told.
     */
    async configured(): Promise<(Place | (NotChecked & { readonly profile: string }))[]> {
        const { settings } = this.connections;
        const names = Object.keys(settings.profiles);
        const own = settings.apiKey === undefined && names.length > 0 ? [] : [await this.#open(undefined, undefined)];
        const others = names.map(async (profile) => {
            const place = await this.of({ profile, projectId: undefined, hidden: false });
            return "why" in place ? { ...place, profile } : place;
        });
        return [...own, ...(await Promise.all(others))];
    }

    /** Where a resource is. */
    of({ profile, projectId, hidden }: Whereabouts): Promise<Place | NotChecked> {
        if (hidden) return Promise.resolve({ why: "its profile or project is encrypted in the state" });
        const key = JSON.stringify([profile ?? null, projectId ?? null]);
        const place = this.#opened.get(key) ?? this.#openIfPossible(profile, projectId);
        this.#opened.set(key, place);
        return place;
    }

    async #openIfPossible(profile: string | undefined, projectId: string | undefined): Promise<Place | NotChecked> {
        const { profiles } = this.connections.settings;
        if (profile !== undefined && !Object.hasOwn(profiles, profile))
            return { why: `there is no key for its profile ${JSON.stringify(profile)}: ${profilesHint}` };
        try {
            return await this.#open(profile, projectId);
        } catch (error) {
            return { why: whyNotChecked(error) };
        }
    }

    async #open(profile: string | undefined, projectId: string | undefined): Promise<Place> {
        const project = await this.connections.project(profile, projectId);
        const { baseUrl } = connectionOf(this.connections.settings, profile);
        const key = JSON.stringify([baseUrl.replace(/\/+$/, ""), project.id]);
        const inventory = this.#listed.get(key) ?? takeInventory(project);
        this.#listed.set(key, inventory);
        return { key, project, inventory: await inventory };
    }
}

/** Answers that tell that this key cannot look here, or that the record cannot be read: the rest can be checked all the same. */
const limited: readonly ApiError["kind"][] = ["unauthorised", "forbidden", "notFound", "invalid", "contract"];

/** The reason as a text. @throws any other error: the API is out of order, and nothing can be told. */
export function whyNotChecked(error: unknown): string {
    if (error instanceof UserError) return error.message;
    if (error instanceof ApiError && limited.includes(error.kind)) return withHint(error, sources);
    throw error;
}
