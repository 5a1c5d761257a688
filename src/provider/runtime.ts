import type { Clock } from "../clock";
import { attemptText } from "./attemptText";
import { currentResource } from "./currentResource";
import { Connections } from "../config/connections";
import type { ResourceLog } from "./log";
import { ResourceOwners } from "./owners";
import { ProgramRun } from "./programRun";
import { namespace, readSettings } from "../config/settings";

/** What all kinds of resources share in one provider process: configuration, connections, the clock and the log. */
export class Runtime {
    #config: (key: string) => string | undefined = () => undefined;
    #connections: Connections | undefined;
    readonly owners = new ResourceOwners();
    readonly program = new ProgramRun();

    constructor(
        readonly clock: Clock,
        readonly log: ResourceLog,
        private readonly environment: Readonly<Record<string, string | undefined>>,
        /** Called before every request that changes something; where it rejects, that is not sent. */
        private readonly beforeMutation: () => Promise<void> = () => Promise.resolve(),
    ) {}

    /** Takes the stack's configuration: each resource kind gets it, and it is always the same. */
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

    /** So that what is missing or wrong shows in the preview already: a client is made, but nothing is sent. */
    assertConfigured(profile: string | undefined): void {
        this.connections.client(profile);
    }
}
