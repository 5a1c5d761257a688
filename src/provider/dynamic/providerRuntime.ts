import type { Clock } from "../../shared/clock";
import { SecretTexts } from "../api/redact";
import { Connections } from "../config/connections";
import { namespace, readSettings } from "../config/settings";
import { Absences } from "./absences";
import { stateBackend } from "./autoName";
import { engineAt, type ResourceLog } from "./engineConnection";
import { OtherProcesses } from "./otherProcesses";
import { ResourceOwners } from "./owners";
import { ProgramRun } from "./programRun";
import { RequestLog } from "./requestLog";

/**
 * The runtime of a process that the engine has started. Its first argument is the engine's address.
 * @param assertMay - asked before every mutating request, beside whether the engine is still there.
 */
export function runtimeOfProcess(clock: Clock, assertMay: () => void = () => undefined): ProviderRuntime {
    const address = process.argv[2];
    const { log, assertAlive } = engineAt(address);
    const tell = (text: string) => log.debug(undefined, text);
    const others = address === undefined ? undefined : new OtherProcesses(address, tell);
    const beforeMutation = async () => {
        assertMay();
        await assertAlive();
    };
    return new ProviderRuntime(clock, log, process.env, beforeMutation, others);
}

/** What all resource types share in one provider process: configuration, connections, clock and log. */
export class ProviderRuntime {
    #config: (key: string) => string | undefined = () => undefined;
    #connections: Connections | undefined;
    readonly owners: ResourceOwners;
    readonly absences: Absences;
    #stateBackend: Promise<string | undefined> | undefined;
    readonly program = new ProgramRun();
    readonly requests: RequestLog;
    /** What programs mark as secret. */
    readonly secrets = new SecretTexts();

    constructor(
        readonly clock: Clock,
        readonly log: ResourceLog,
        private readonly environment: Readonly<Record<string, string | undefined>>,
        /** Called before every mutating request. If it rejects, the request is not sent. */
        private readonly beforeMutation: () => Promise<void> = () => Promise.resolve(),
        others?: OtherProcesses,
    ) {
        this.owners = new ResourceOwners(others);
        this.absences = new Absences(environment);
        this.requests = new RequestLog(log);
    }

    /** Sets the stack's configuration. The engine sends the same one for every resource type. */
    configure(config: (key: string) => string | undefined): void {
        this.#config = config;
    }

    get connections(): Connections {
        const config = (key: string) => this.#config(`${namespace}:${key}`);
        this.#connections ??= new Connections(readSettings(config, this.environment), this.clock, {
            beforeMutation: this.beforeMutation,
            onAttempt: (attempt) => this.requests.onAttempt(attempt),
            onUnanswered: (request) => this.requests.onUnanswered(request),
            onPause: (pause) => this.requests.onPause(pause),
            onOddity: (oddity) => this.requests.onOddity(oddity),
        });
        return this.#connections;
    }

    get stateBackend(): Promise<string | undefined> {
        return (this.#stateBackend ??= stateBackend(this.environment));
    }

    /** Whether nobody reads a warning. */
    get isCi(): boolean {
        const { CI = "" } = this.environment;
        return CI !== "" && CI !== "false";
    }
}
