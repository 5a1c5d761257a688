import { Control, type ControlParts } from "./control/control";

export interface TokenInfo {
    readonly token: string;
    readonly type: "apiKey" | "oauth";
    /** Ids of the projects that the token can access. */
    readonly projects: readonly string[];
}

export interface Listening {
    readonly origin: string;
    /** Whether no request is in progress. */
    readonly idle: () => boolean;
    readonly stop: () => Promise<void>;
}

/** A running emulator. */
export class Emulator extends Control {
    /** The API's base URL: `http://127.0.0.1:PORT/v1`. */
    readonly url: string;
    /** The control API's URL: `http://127.0.0.1:PORT/_control`. */
    readonly control: string;
    readonly #listening: Listening;

    constructor(parts: ControlParts, listening: Listening) {
        super(parts);
        this.#listening = listening;
        this.url = `${listening.origin}/v1`;
        this.control = `${listening.origin}/_control`;
    }

    /** The valid tokens: a personal access token per project, in the order of the projects, then the OAuth token. */
    get tokens(): TokenInfo[] {
        return [...this.world.tokens.values()].map(({ token, type, project_ids }) => ({
            token,
            type,
            projects: [...project_ids],
        }));
    }

    /** Id of the first project. */
    get projectId(): string {
        return this.tokens[0]?.projects[0] ?? "";
    }

    /** Personal access token of the first project. */
    get token(): string {
        return this.tokens[0]?.token ?? "";
    }

    /**
     * Whether no request to the API is in progress, including requests sent by this process that have not arrived yet.
     */
    idle(): boolean {
        return this.#listening.idle();
    }

    /** Stops listening, closes all connections and saves the state. */
    stop(): Promise<void> {
        return this.#listening.stop();
    }
}
