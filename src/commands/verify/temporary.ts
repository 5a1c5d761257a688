import {
    create,
    listRecords,
    onlyStatus,
    OperationProgress,
    read,
    sameName,
    UnfinishedError,
    update,
    UserError,
    type AnyDefinition,
    type KnownState,
    type ListedParent,
    type Project,
} from "../../provider/lifecycle";
import { endingWith } from "../drill/ending";
import { OwnCreations, ownRequest } from "../drill/ownCreations";
import { deleteTemporary } from "../sweep/deleteTemporary";

type Given = Readonly<Record<string, unknown>>;

export interface Surroundings {
    readonly project: Project;
    /** Ends each wait. */
    readonly signal: AbortSignal;
    readonly report: (text: string) => void;
}

/** A resource of one run. Its name has 64 bits that were drawn for the run, so what has the name is the run's own. */
export class Temporary {
    #id: string | undefined;
    #known: KnownState | undefined;
    /** As the answer to the creation shows it: an API may have changed the name that it was asked for. */
    #answeredName: unknown;
    #isComplete = false;
    #parent: ListedParent | undefined;
    readonly #creations: OwnCreations;

    constructor(
        private readonly surroundings: Surroundings,
        readonly definition: AnyDefinition,
        readonly name: string,
    ) {
        this.#creations = new OwnCreations(surroundings.project.clock, surroundings.report);
    }

    /** Undefined where nothing was created, or it is deleted. */
    get id(): string | undefined {
        return this.#id;
    }

    /** @param parent - what contains it. */
    async create(args: Given, parent?: ListedParent): Promise<void> {
        this.#parent = parent;
        const request = ownRequest(this.name, args, (id) => void (this.#id = id));
        try {
            const { resource } = await create(this.#ending(), this.#project, request, this.#task("create"));
            [this.#id, this.#known, this.#isComplete] = [resource.id, resource.known, true];
        } catch (error) {
            if (error instanceof UnfinishedError) [this.#id, this.#known] = [error.id, error.known];
            throw error;
        } finally {
            this.#answeredName = this.#known?.observed["name"];
        }
    }

    /**
     * Changes arguments in place.
     *
     * @returns false where the resource has these values already.
     * @throws also if a look afterwards does not show them.
     */
    async change(args: Given): Promise<boolean> {
        const [id, known, definition] = [this.#id, this.#known, this.#ending()];
        if (id === undefined || known === undefined) throw new UserError("it was not created");
        if (definition.plan(known.observed, args).length === 0) return false;
        try {
            const task = this.#task("update");
            const changed = await update(definition, this.#project, id, known, args, task, this.#lastSeen);
            this.#known = changed.known;
        } catch (error) {
            if (error instanceof UnfinishedError) this.#known = error.known;
            throw error;
        }
        await this.#assertAsDesired(id, args);
        return true;
    }

    /** As the refresh after an `up`: it finds nothing to change. */
    async #assertAsDesired(id: string, args: Given): Promise<void> {
        const [remembered, { report }] = [this.#known, this.surroundings];
        if (remembered === undefined) return;
        const options = { ...this.#lastSeen, remembered, managed: true, report };
        const known = await read(this.definition, this.#project, id, options);
        if (known === undefined) throw new UserError("the API does not show it any more");
        const [left] = this.definition.plan(known.observed, args);
        if (left !== undefined) throw new UserError(`the API does not show the change: ${left.title} is left to do`);
        const assumed = [...known.assumed].filter((key) => key in args);
        if (assumed.length > 0)
            throw new UserError(`the API does not show ${assumed.join(" and ")}: the provider assumes that it is done`);
    }

    /** Deletes all that the creation has created, and resolves when it is gone. `failures`: why something may still exist. */
    async delete(): Promise<{ readonly ids: readonly string[]; readonly failures: readonly Error[] }> {
        const { definition, surroundings, name } = this;
        const { noun } = definition;
        const refuse = (record: unknown) =>
            this.#isOwn(record) ? undefined : `${noun} ${name} is kept: it has another name now.`;
        const options = { definition, unfinished: !this.#isComplete, refuse, report: surroundings.report };
        const { ids, failures } = await this.#creations.deleteAll({
            known: this.#id,
            list: () => this.#listed(),
            deleteOne: (id) => deleteTemporary(this.#project, id, options),
            noun,
            uncertain: `The outcome of a call that creates the ${noun} is not known. The API does not list it, but it may exist all the same.`,
        });
        if (failures.length === 0) this.#id = undefined;
        return { ids, failures };
    }

    async #listed(): Promise<string[]> {
        const { records } = await listRecords(this.definition, this.#project, this.#parent);
        const own = records.filter((record) => this.#isOwn(record)).map((record) => this.definition.recordId(record));
        return own.map((id) => (this.#parent === undefined ? id : `${this.#parent.id}/${id}`));
    }

    #isOwn(record: unknown): boolean {
        const { name } = this.definition.observe(record, {}).values;
        const shown = typeof name === "string" ? name : undefined;
        const answered = this.#answeredName;
        return sameName(this.name, shown) || (typeof answered === "string" && sameName(answered, shown));
    }

    /** Changes nothing after the end, and notes each call that may create something. */
    #ending(): AnyDefinition {
        const call = (create: () => Promise<unknown>) => this.#creations.call(create, () => true);
        return endingWith(this.surroundings.signal, this.definition, call);
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
