import { Control, type ControlParts } from "./control/control";

export interface TokenInfo {
    readonly token: string;
    readonly type: "apiKey" | "oauth";
    /** The ids of the projects that it reaches. */
    readonly projects: readonly string[];
}

export interface Listening {
    readonly origin: string;
    /** Whether no request is under way. */
    readonly idle: () => boolean;
    readonly stop: () => Promise<void>;
}

/** A running emulator, and all that can be done to it. */
export class Emulator extends Control {
    /** The API's base address: `http://127.0.0.1:PORT/v1`. */
    readonly url: string;
    /** The control surface's address: `http://127.0.0.1:PORT/_control`. */
    readonly control: string;
    readonly #listening: Listening;

    constructor(parts: ControlParts, listening: Listening) {
        super(parts);
        this.#listening = listening;
        this.url = `${listening.origin}/v1`;
        this.control = `${listening.origin}/_control`;
    }

    /** The tokens it takes: one personal access token for each project, in their order, then the OAuth user's. */
    get tokens(): TokenInfo[] {
        return [...this.world.tokens.values()].map(({ token, type, project_ids }) => ({
            token,
            type,
            projects: [...project_ids],
        }));
    }

    /** The first project's id. */
    get projectId(): string {
        return this.tokens[0]?.projects[0] ?? "";
    }

    /** The first project's personal access token. */
    get token(): string {
        return this.tokens[0]?.token ?? "";
    }

    /** Whether no request to the API is under way, neither here nor sent from this process. */
    idle(): boolean {
        return this.#listening.idle();
    }

    /** Stops listening, closes every connection, keeps the state. */
    stop(): Promise<void> {
        return this.#listening.stop();
    }
}
