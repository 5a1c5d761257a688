import { ApiError, assertNoUnreadable, type ServiceRecord } from "../api";
import {
    create,
    definitions,
    isAmbiguous,
    isLeaving,
    onlyStatus,
    OperationProgress,
    sameName,
    settleWindow,
    UserError,
    type AnyDefinition,
    type CreateRequest,
    type Project,
} from "../lifecycle";
import { deleteFork } from "../sweep/deleteFork";

const service: AnyDefinition = definitions.service;

/** The error of a call that certainly created nothing. */
const isRefused = (error: unknown): boolean =>
    error instanceof ApiError && !isAmbiguous(error) && (error.status === undefined || error.status >= 400);

/** Rejects with the reason of the signal. */
const rejectedBy = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => {
        const end = () => reject(signal.reason as Error);
        if (signal.aborted) end();
        else signal.addEventListener("abort", end, { once: true });
    });

/**
 * The one fork of a drill. Its name has 64 bits that were drawn for this drill, so what has the name is the drill's own, whatever answer
 * was lost. What has another name, or is the parent, is never taken for the fork.
 */
export class DrillFork {
    #id: string | undefined;
    /** Settles when no creation is in progress. */
    #creation: Promise<unknown> = Promise.resolve();
    /** A call was answered with nothing that tells whether there is a fork. */
    #isUncertain = false;
    #notFoundGraceUntil = -Infinity;
    #taken: () => void = () => undefined;
    readonly #isTaken = new Promise<void>((resolve) => (this.#taken = resolve));

    constructor(
        private readonly project: Project,
        private readonly parentId: string,
        readonly name: string,
        private readonly report: (text: string) => void,
    ) {}

    get id(): string | undefined {
        return this.#id;
    }

    /**
     * Forks the parent, and resolves to what is known of the fork when it is ready. Nothing is created after `signal` is aborted.
     *
     * @param limit - milliseconds. The caller aborts `signal` by then.
     */
    async create(
        args: Readonly<Record<string, unknown>>,
        limit: number,
        signal: AbortSignal,
    ): Promise<Readonly<Record<string, unknown>>> {
        const { project, name, report } = this;
        const request: CreateRequest = {
            args: { ...args, name },
            fallbackName: name,
            owner: name,
            replacing: false,
            predecessor: undefined,
            hasGeneratedName: true,
            program: { rivalOf: () => undefined, manages: () => false, take: (id) => this.#take(id) },
        };
        const task = new OperationProgress("create", project.clock, limit, onlyStatus(report));
        const creation = create(this.#definition(signal), project, request, task);
        this.#creation = creation.catch(() => undefined);
        const { resource } = await Promise.race([creation, rejectedBy(signal)]);
        return resource.known.observed;
    }

    /**
     * Deletes all that this drill has created, and resolves when it is gone. A creation in progress is awaited until it tells what it has created.
     *
     * @throws if something may still exist.
     */
    async delete(): Promise<void> {
        if (this.#id === undefined) await Promise.race([this.#isTaken, this.#creation]);
        if (this.#id !== undefined) await this.#deleteOne(this.#id);
        if (!this.#isUncertain) return;
        const namesakes = await this.#listed();
        await Promise.all(namesakes.map(({ serviceId }) => this.#deleteOne(serviceId)));
        if (this.#id === undefined && namesakes.length === 0)
            throw new UserError(
                "The answer to its creation was lost. The API does not list it, but it may exist all the same.",
            );
        this.#id ??= namesakes[0]?.serviceId;
    }

    #deleteOne(id: string): Promise<void> {
        const { project, report } = this;
        return deleteFork(project, id, {
            refuse: () => undefined,
            report,
            notFoundGraceUntil: this.#notFoundGraceUntil,
        });
    }

    async #listed(): Promise<ServiceRecord[]> {
        const { client, id: projectId } = this.project;
        const list = await client.services.list({ projectId });
        const records = assertNoUnreadable(list, ({ name }) => name === undefined || sameName(name, this.name));
        return records.filter((record) => this.#isOwn(record) && !isLeaving(record.status));
    }

    #isOwn({ serviceId, name }: ServiceRecord): boolean {
        return serviceId !== this.parentId && sameName(name, this.name);
    }

    #take(id: string): void {
        this.#id = id;
        this.#notFoundGraceUntil = this.project.clock.now() + settleWindow;
        this.#taken();
    }

    /** As that of every service, but a wait ends when `signal` is aborted, and only the name tells whether a record is the fork. */
    #definition(signal: AbortSignal): AnyDefinition {
        const isOwn = (record: unknown) => this.#isOwn(record as ServiceRecord);
        return {
            ...service,
            // Checked before.
            referenceProblems: () => Promise.resolve([]),
            clientFor(project, id) {
                const client = service.clientFor(project, id);
                const until: typeof client.until = (wait) => {
                    const look: typeof wait.look = (record, at) => {
                        signal.throwIfAborted();
                        return wait.look(record, at);
                    };
                    return client.until({ ...wait, look });
                };
                return { ...client, until };
            },
            createSpec: (project, args, name) => {
                const spec = service.createSpec(project, args, name);
                const createFork = async () => {
                    signal.throwIfAborted();
                    try {
                        const record = await spec.create();
                        if (record !== undefined && isOwn(record)) return record;
                        this.#isUncertain = true;
                        return undefined;
                    } catch (error) {
                        this.#isUncertain ||= !isRefused(error);
                        throw error;
                    }
                };
                return { ...spec, match: (record) => (isOwn(record) ? "same" : "different"), create: createFork };
            },
        };
    }
}
