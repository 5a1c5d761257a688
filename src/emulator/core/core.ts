import type { Clock } from "../../shared/clock";
import { type Changeable, isChangeable, type OperationOf, type Row, typeOf } from "../resources";
import { gone, type Operation, phasesOf, same, type Transition } from "../resources/resourceType";
import type { Disturbance } from "./faults";
import type { Limits } from "./limits";
import type { Quirks } from "./quirks";
import { hash, type Random } from "./random";
import { conflict, notFound } from "./refusals";
import { Visibility } from "./visibility";
import { allRows, findRow, insertRow, parentOf, removeRow, withChildren, type World } from "./world";

function transitionOf(row: Changeable, name: string): Transition {
    const transition = typeOf(row).transitions[name];
    if (!transition) throw new Error(`there is no operation ${name} on a ${row.kind}`);
    return transition;
}

/** Where something answers; `key` names it, and `host` is the first part of a host's name. */
export type AddressOf = (key: string, host: string) => { readonly host: string; readonly port: number };

/** Addresses that lead nowhere. */
export const exampleAddress: AddressOf = (key, host) => ({
    host: `${host}.db.clouddb.example`,
    port: 30_000 + (hash(key) % 9_000),
});

const failedStatus = (row: Changeable) => typeOf(row).failed ?? same;

/** The end of the operation; `undefined` if it is stuck. */
const endOf = (operation: Operation): number | undefined => operation.phases.at(-1)?.until ?? undefined;

function checkStatus(row: Changeable, allowed: readonly string[]): void {
    if (allowed.includes(row.status)) return;
    const message = `The ${typeOf(row).noun} ${row.id} is ${row.status}; this takes ${allowed.join(" or ")}.`;
    throw conflict(row.operation ? "BUSY" : "WRONG_STATE", message);
}

/**
 * The rows, the clock and the operations in progress. An operation is a list of statuses, each with the time at which it
 * ends, and the fields that change at the end of the last one. There are no timers: every access to the rows must call
 * `settle` first. A type's `onEvent` is called for all that happens to its rows here.
 */
export class Core {
    /** What reads return, with the lag that the quirks say. */
    readonly visibility = new Visibility(this);

    constructor(
        readonly clock: Clock,
        readonly random: Random,
        readonly timeScale: number,
        readonly world: World,
        public quirks: Quirks,
        public clockOffset: number,
        readonly limits: Limits | undefined,
        readonly addressOf: AddressOf = exampleAddress,
    ) {}

    /** The emulator's time in milliseconds since the epoch: the clock's, plus the offset set by the control API. */
    now(): number {
        return this.clock.now() + this.clockOffset;
    }

    /** Whether there are real databases behind the rows. */
    get hasDatabases(): boolean {
        return this.addressOf !== exampleAddress;
    }

    isTaken(id: string): boolean {
        return this.world.projects.has(id) || findRow(this.world, id) !== undefined;
    }

    newId(): string {
        let id = this.random.id();
        while (this.isTaken(id)) id = this.random.id();
        return id;
    }

    /** The id of a project by id or name. Default: the first project. */
    projectId(wanted?: string): string {
        const projects = [...this.world.projects.values()];
        const project = projects.find(({ id, name }) => wanted === undefined || id === wanted || name === wanted);
        if (!project) throw notFound("project", wanted ?? "");
        return project.id;
    }

    /**
     * Starts an operation. Throws a refusal if the status of the row or of its parent does not allow it.
     * @returns the time of its end; `undefined` if a fault makes it stuck.
     */
    begin<T extends Changeable>(
        row: T,
        name: OperationOf<T>,
        change: Partial<T> = {},
        disturbance: Disturbance = {},
    ): number | undefined {
        this.#checkAllowed(row, transitionOf(row, name));
        const operation = this.#schedule(row, name, this.now(), change, disturbance);
        typeOf(row).onEvent?.(row, { type: "started", operation: name, at: this.now() });
        row.operation = operation;
        this.#settleOne(row);
        return endOf(operation);
    }

    #checkAllowed(row: Changeable, transition: Transition): void {
        const parent = parentOf(this.world, row);
        if (parent?.kind === "service") {
            if (transition.parent) checkStatus(parent, transition.parent);
            if (transition.needsBackup && (parent.backup_at ?? Infinity) > this.now()) {
                throw conflict("NO_BACKUP", `The service ${parent.id} has no backup yet.`);
            }
        }
        if (row.operation && !transition.interrupts) {
            throw conflict("BUSY", `${row.id} is ${row.status} and busy with ${row.operation.name}.`);
        }
        if (transition.from.length > 0) checkStatus(row, transition.from);
    }

    #schedule(
        row: Changeable,
        name: string,
        from: number,
        change: Record<string, unknown> = {},
        { stuck, fail, unstable, late, slow }: Disturbance = {},
    ): Operation {
        const transition = transitionOf(row, name);
        const { then } = transition;
        let until = from;
        const phases: Operation["phases"] = phasesOf(transition).map(([status, seconds]) => {
            until += seconds * 1000 * this.timeScale * (slow?.factor ?? 1);
            return { status, until: stuck ? null : until };
        });
        if (unstable && !stuck && then !== gone) {
            until += unstable.ms;
            phases.push({ status: failedStatus(row), until });
        }
        if (stuck && phases.length === 0) phases.push({ status: same, until: null });
        if (late && then !== gone) phases.push({ status: then, until: until + late.ms });
        return { name, phases, phase: 0, then, change, failure: fail?.message ?? null };
    }

    settle(): void {
        for (const row of allRows(this.world)) if (isChangeable(row)) this.#settleOne(row);
    }

    #settleOne(row: Changeable): void {
        const { operation } = row;
        if (!operation) return;
        const now = this.now();
        const type = typeOf(row);
        const enter = (status: string, at: number) => {
            if (status === same || status === row.status) return;
            row.status = status;
            type.onEvent?.(row, { type: "status", operation: operation.name, status, at });
        };
        for (const { status, until } of operation.phases.slice(operation.phase)) {
            enter(status, operation.phases[operation.phase - 1]?.until ?? now);
            if (until === null || until > now) return;
            operation.phase++;
        }
        row.operation = null;
        const at = endOf(operation) ?? now;
        if (operation.failure !== null) {
            type.onEvent?.(row, { type: "failed", operation: operation.name, message: operation.failure, at });
            enter(failedStatus(row), at);
        } else {
            Object.assign(row, operation.change);
            if (operation.then === gone) {
                this.remove(row);
                return;
            }
            type.onEvent?.(row, { type: "completed", operation: operation.name, at });
            enter(operation.then, at);
        }
        this.#follow(row, at);
    }

    /** Schedules the operation that begins by itself after the one that ended at `since`. */
    #follow(row: Changeable, since: number): void {
        const next = typeOf(row).following?.(row, this.quirks);
        if (next === undefined) return;
        const from = since + next.afterMs * this.timeScale;
        const operation = this.#schedule(row, next.operation, from);
        row.operation = { ...operation, phases: [{ status: same, until: from }, ...operation.phases] };
        this.#settleOne(row);
    }

    finish(row: Changeable): void {
        if (!row.operation) return;
        row.operation = { ...row.operation, phases: [], phase: 0 };
        this.#settleOne(row);
    }

    /** Inserts a row that a request creates: reads may show it late. */
    insert(row: Row): void {
        insertRow(this.world, row);
        this.visibility.created(row.id);
    }

    /** Removes a row and all in it, and cancels their operations. */
    remove(row: Row): void {
        for (const each of withChildren(row)) if (isChangeable(each)) each.operation = null;
        this.visibility.removed(row);
        removeRow(this.world, row);
    }
}
