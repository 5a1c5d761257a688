import type { Clock } from "../../shared/clock";
import { requireDynamic, type Resource, type Urn } from "../model/resource";
import type { Properties } from "../model/values";
import { Graph } from "../plan/graph";
import type { Op } from "../plan/step";
import type { ProviderCalls } from "../provider/client";
import type { ProviderHost } from "../provider/host";
import type { Emit, Operation, Severity } from "./events";
import type { Snapshot } from "./snapshot";

export interface SessionOptions {
    operation: Operation;
    project: string;
    stack: string;
    parallel: number;
    targets: ReadonlySet<Urn> | undefined;
    replace: ReadonlySet<Urn>;
    continueOnError?: boolean;
    refuseFirst?: boolean;
    clock: Clock;
    emit: Emit;
    snapshot: Snapshot;
    providerConfig: Properties;
    provider: Pick<ProviderHost, "client" | "use">;
}

/** `failed`: a step. `invalid`: a request, or the program. `canceled`: by the user. */
type HaltReason = "failed" | "invalid" | "canceled";

/**
 * Stops an operation. Steps in progress are completed, and after a failed step also those already planned. The first
 * reason is kept, unless a later one is more severe.
 */
class Halt {
    why: HaltReason | undefined;
    private announce: (() => void) | undefined;
    readonly halted = new Promise<void>((resolve) => (this.announce = resolve));

    /** Whether steps that are already planned must not start either. */
    get hard(): boolean {
        return this.why !== undefined && this.why !== "failed";
    }

    stop(reason: HaltReason): void {
        if (!this.hard) this.why = reason;
        this.announce?.();
    }
}

/** The decisions of an operation so far, by URN. */
class Ledger {
    readonly registered = new Set<Urn>();
    readonly replaced = new Set<Urn>();
    /** Deleted, or to be deleted. */
    readonly deleted = new Set<Urn>();
    /** Creates that are skipped because they are not targeted. */
    readonly skippedCreates = new Set<Urn>();
    /** Deleted first, because a dependency is replaced; with the properties that depend on it. */
    readonly markedForDelete = new Map<Resource, string[]>();
    private readonly kept = new Set<Urn>();
    private readonly created = new Set<Urn>();
    /** By the former URN of a resource that is registered under another one. */
    readonly newUrns = new Map<Urn, Urn>();
    readonly formerUrns = new Map<Urn, Urn>();

    decided(urn: Urn, op: Op): void {
        if (op === "create") this.created.add(urn);
        else this.kept.add(urn);
        if (op === "replace") this.replaced.add(urn);
    }

    /** Whether a resource of the state is still in the program. */
    isKept = (urn: Urn): boolean => this.kept.has(this.newUrns.get(urn) ?? urn);

    isDecided = (urn: Urn): boolean => this.kept.has(urn) || this.created.has(urn) || this.deleted.has(urn);
}

export class Session {
    readonly ledger = new Ledger();
    readonly halt = new Halt();
    before: Graph;

    constructor(
        readonly options: SessionOptions,
        resources: Resource[],
    ) {
        this.before = new Graph(resources);
    }

    get dryRun(): boolean {
        return this.options.operation === "preview";
    }

    isTargeted(urn: Urn): boolean {
        return this.options.targets?.has(urn) ?? true;
    }

    /**
     * The provider that manages `resource`.
     * @throws UnsupportedError if it is a plugin
     */
    provider({ type }: Resource): Promise<ProviderCalls> {
        requireDynamic(type);
        return this.options.provider.client();
    }

    get now(): string {
        return new Date(this.options.clock.now()).toISOString();
    }

    /** Whether anything was refused, which makes the operation fail even if it continued. */
    refused = false;

    refuse(message: string, urn?: Urn): void {
        this.refused = true;
        this.say("error", message, urn);
    }

    say(severity: Severity, message: string, urn?: Urn): void {
        this.options.emit({ kind: "diagnostic", diagnostic: { severity, urn, message } });
    }
}
