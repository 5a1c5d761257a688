import { assertNoUnreadable, type ServiceRecord } from "../../provider/api";
import {
    create,
    definitions,
    onlyStatus,
    OperationProgress,
    sameName,
    type AnyDefinition,
    type Project,
} from "../../provider/lifecycle";
import { deleteTemporary } from "../sweep/deleteTemporary";
import { endingWith, rejectedBy } from "./ending";
import { OwnCreations, ownRequest } from "./ownCreations";

const service: AnyDefinition = definitions.service;

/**
 * The one fork of a drill. Its name has 64 bits that were drawn for this drill, so what has the name is the drill's own, whatever answer
 * was lost. What has another name, or is the parent, is never taken for the fork.
 */
export class DrillFork {
    #id: string | undefined;
    /** Settles when no creation is in progress. */
    #creation: Promise<unknown> = Promise.resolve();
    /** The API has shown it as ready. */
    #isComplete = false;
    readonly #creations: OwnCreations;
    #taken: () => void = () => undefined;
    readonly #isTaken = new Promise<void>((resolve) => (this.#taken = resolve));

    constructor(
        private readonly project: Project,
        private readonly parentId: string,
        readonly name: string,
        private readonly report: (text: string) => void,
    ) {
        this.#creations = new OwnCreations(project.clock, report);
    }

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
        const request = ownRequest(name, args, (id) => this.#take(id));
        const task = new OperationProgress("create", project.clock, limit, onlyStatus(report));
        const creation = create(this.#definition(signal), project, request, task);
        this.#creation = creation.catch(() => undefined);
        const { resource } = await Promise.race([creation, rejectedBy(signal)]);
        this.#isComplete = true;
        return resource.known.observed;
    }

    /**
     * Deletes all that this drill has created, and resolves when it is gone. A creation in progress is awaited until it tells what it has created.
     *
     * @returns why something may still exist: `NotDeleted` for what somebody else has changed, and which is kept.
     */
    async delete(): Promise<readonly Error[]> {
        if (this.#id === undefined) await Promise.race([this.#isTaken, this.#creation]);
        const { ids, failures } = await this.#creations.deleteAll({
            known: this.#id,
            list: async () => (await this.#listed()).map(({ serviceId }) => serviceId),
            deleteOne: (id) => this.#deleteOne(id),
            noun: "fork",
            uncertain:
                "The outcome of a call that forks the service is not known. The API lists no fork of it, but one may exist all the same.",
        });
        this.#id ??= ids[0];
        return failures;
    }

    #deleteOne(id: string): Promise<void> {
        const { project, report } = this;
        const refuse = (record: unknown) => this.#changeOf(record as ServiceRecord);
        return deleteTemporary(project, id, { refuse, report, unfinished: !this.#isComplete });
    }

    /** Why a record is no longer the drill's to delete. */
    #changeOf({ serviceId, name, metadata, forkedFrom }: ServiceRecord): string | undefined {
        const environment = metadata?.environment ?? "unknown";
        const parent = forkedFrom?.serviceId ?? this.parentId;
        const kept = (change: string) => `Fork ${this.name} (${serviceId}) is kept: its ${change} now.`;
        if (environment !== "DEV") return kept(`environment is ${environment}`);
        if (!sameName(this.name, name)) return kept(`name is ${name ?? "not shown"}`);
        return parent === this.parentId ? undefined : kept(`parent is ${parent}`);
    }

    async #listed(): Promise<ServiceRecord[]> {
        const { client, id: projectId } = this.project;
        const list = await client.services.list({ projectId });
        const records = assertNoUnreadable(list, ({ name }) => name === undefined || sameName(name, this.name));
        return records.filter((record) => this.#isOwn(record));
    }

    #isOwn({ serviceId, name }: ServiceRecord): boolean {
        return serviceId !== this.parentId && sameName(this.name, name);
    }

    #take(id: string): void {
        this.#id = id;
        this.#taken();
    }

    /** As that of every service, but only the name tells whether a record is the fork. */
    #definition(signal: AbortSignal): AnyDefinition {
        const isOwn = (record: unknown) => this.#isOwn(record as ServiceRecord);
        const ending = endingWith(signal, service, (create) => this.#creations.call(create, isOwn));
        const { creation } = ending;
        return {
            ...ending,
            // Checked before.
            references: { ...service.references, problems: () => Promise.resolve([]) },
            creation: creation && {
                ...creation,
                spec: (project, args, name) => {
                    const spec = creation.spec(project, args, name);
                    const match = (record: unknown) => (isOwn(record) ? "same" : "different");
                    return { ...spec, recognition: { ...spec.recognition, match } };
                },
            },
        };
    }
}
