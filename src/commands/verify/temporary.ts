import {
    create,
    listRecords,
    onlyStatus,
    OperationProgress,
    read,
    retryInterval,
    sameName,
    settleWindow,
    UnfinishedError,
    update,
    UserError,
    type AnyDefinition,
    type KnownState,
    type Project,
} from "../../provider/lifecycle";
import { failureOf } from "../drill/drillFork";
import { endingWith } from "../drill/ending";
import { deleteTemporary } from "../sweep/deleteTemporary";

type Given = Readonly<Record<string, unknown>>;

export interface Surroundings {
    readonly project: Project;
    /** Ends each wait. */
    readonly signal: AbortSignal;
    /** Rejects with its reason. */
    readonly ended: Promise<never>;
    readonly report: (text: string) => void;
}

/** A resource of one run. Its name has 64 bits that were drawn for the run, so what has the name is the run's own. */
export class Temporary {
    id: string | undefined;
    #known: KnownState | undefined;
    #args: Given = {};
    /** A creation failed, and may have created something all the same. Until when a list may lack it, in milliseconds since the epoch. */
    #lookUntil: number | undefined;
    readonly #definition: AnyDefinition;

    constructor(
        private readonly surroundings: Surroundings,
        private readonly definition: AnyDefinition,
        readonly name: string,
    ) {
        this.#definition = endingWith(surroundings.signal, definition);
    }

    async create(args: Given): Promise<void> {
        const { name } = this;
        const program = { rivalOf: () => undefined, manages: () => false, take: (id: string) => (this.id = id) };
        const creator = { owner: name, replacing: false, predecessor: undefined, hasGeneratedName: true, program };
        const request = { args: { ...args, name }, fallbackName: name, creator };
        this.#args = request.args;
        try {
            const { resource } = await create(this.#definition, this.#project, request, this.#task("create"));
            [this.id, this.#known] = [resource.id, resource.known];
        } catch (error) {
            if (error instanceof UnfinishedError) [this.id, this.#known] = [error.id, error.known];
            else this.#lookUntil = this.#project.clock.now() + settleWindow;
            throw error;
        }
    }

    /** Changes arguments in place. @throws also if a look afterwards does not show them. */
    async change(args: Given): Promise<void> {
        const [id, known] = [this.id, this.#known];
        if (id === undefined || known === undefined) throw new UserError("it was not created");
        const desired = { ...this.#args, ...args };
        const work = async () => {
            const task = this.#task("update");
            const changed = await update(this.#definition, this.#project, id, known, desired, task, this.#lastSeen);
            this.#known = changed.known;
            this.#args = desired;
            await this.#assertAsDesired(id, changed.known);
        };
        await Promise.race([work(), this.surroundings.ended]);
    }

    /** As the refresh after an `up`: it finds nothing to change. */
    async #assertAsDesired(id: string, remembered: KnownState): Promise<void> {
        const options = { ...this.#lastSeen, remembered, managed: true, report: this.surroundings.report };
        const known = await read(this.#definition, this.#project, id, options);
        if (known === undefined) throw new UserError("the API does not show it any more");
        const [left] = this.definition.plan(known.observed, this.#args);
        if (left !== undefined) throw new UserError(`the API does not show the change: ${left.title} is left to do`);
        const assumed = [...remembered.assumed].filter((key) => key in this.#args);
        if (assumed.length > 0)
            throw new UserError(`the API does not show ${assumed.join(" and ")}: the provider assumes that it is done`);
    }

    /** Deletes it, with what it contains, and resolves when it is gone. @returns why something may still exist. */
    async delete(): Promise<readonly Error[]> {
        const ids = new Set(this.id === undefined ? [] : [this.id]);
        const until = this.#lookUntil ?? -Infinity;
        const unseen = until === -Infinity ? undefined : await failureOf(this.#look(until, ids));
        const refuse = (record: unknown) => {
            const { name } = this.definition.observe(record, {}).values;
            return sameName(this.name, name as string | undefined) ? undefined : `${this.name} has another name now.`;
        };
        const { definition, surroundings } = this;
        const options = { definition, deletesContents: true, refuse, report: surroundings.report };
        const deletions = [...ids].map((id) => failureOf(deleteTemporary(surroundings.project, id, options)));
        return [...(await Promise.all(deletions)), unseen].filter((failure) => failure !== undefined);
    }

    /** Adds the ids of what a list shows under the name. What contains the resource is deleted with it, and is not searched. */
    async #look(until: number, ids: Set<string>): Promise<void> {
        const { clock } = this.#project;
        if (this.definition.containedIn !== undefined) return;
        for (;;) {
            const { records } = await listRecords(this.definition, this.#project);
            for (const record of records) {
                const { name } = this.definition.observe(record, {}).values;
                if (sameName(this.name, name as string | undefined)) ids.add(this.definition.recordId(record));
            }
            const left = until - clock.now();
            if (left <= 0 || ids.size > 0) return;
            await clock.sleep(Math.min(left, retryInterval(settleWindow - left)));
        }
    }

    get #project(): Project {
        return this.surroundings.project;
    }

    get #lastSeen() {
        return { address: undefined, notFoundGraceUntil: -Infinity, unfinished: false };
    }

    #task(operation: "create" | "update"): OperationProgress {
        const { definition, surroundings } = this;
        const limit = definition.timeouts[operation];
        return new OperationProgress(operation, this.#project.clock, limit, onlyStatus(surroundings.report));
    }
}
