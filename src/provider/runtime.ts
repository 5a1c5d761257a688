import { homedir, hostname } from "node:os";
import type { Attempt } from "../api";
import type { Clock } from "../clock";
import { Connections } from "../config/connections";
import { namespace, readSettings } from "../config/settings";
import { currentResource, type ResourceLog } from "./log";
import { ResourceOwners } from "./owners";
import { ProgramRun } from "./programRun";

/** What all resource types share in one provider process: configuration, connections, clock and log. */
export class Runtime {
    #config: (key: string) => string | undefined = () => undefined;
    #connections: Connections | undefined;
    readonly owners = new ResourceOwners();
    readonly program = new ProgramRun();

    constructor(
        readonly clock: Clock,
        readonly log: ResourceLog,
        private readonly environment: Readonly<Record<string, string | undefined>>,
        /** Called before every mutating request. If it rejects, the request is not sent. */
        private readonly beforeMutation: () => Promise<void> = () => Promise.resolve(),
    ) {}

    /** Sets the stack's configuration. The engine sends the same one for every resource type. */
    configure(config: (key: string) => string | undefined): void {
        this.#config = config;
    }

    get connections(): Connections {
        const config = (key: string) => this.#config(`${namespace}:${key}`);
        this.#connections ??= new Connections(readSettings(config, this.environment), this.clock, {
            beforeMutation: this.beforeMutation,
            onAttempt: (attempt) => this.log.debug(currentResource.getStore(), attemptText(attempt)),
        });
        return this.#connections;
    }

    /** Where the state of a self-managed backend is. A local folder of the same name on another machine is another place. */
    get stateBackend(): string {
        const { PULUMI_BACKEND_URL: url = "" } = this.environment;
        const isShared = url !== "" && !url.startsWith("file:");
        return isShared ? url : JSON.stringify([url, hostname(), homedir()]);
    }

    /** Reports missing or invalid configuration in the preview already. Sends nothing. */
    assertConfigured(profile: string | undefined): void {
        this.connections.client(profile);
    }
}

/** One line per request for `pulumi up --debug`: `POST /projects/p/services: 202, 35 ms, request req-7`. */
export function attemptText({ method, path, status, fault, milliseconds, count, requestId }: Attempt): string {
    const parts = [
        status === undefined ? `no answer (${fault ?? "unknown"})` : String(status),
        `${milliseconds} ms`,
        ...(count > 1 ? [`attempt ${count}`] : []),
        ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ];
    return `${method} ${path}: ${parts.join(", ")}`;
}
