import type { Clock } from "../../clock";
import type { Resource, Urn } from "../model/resource";
import type { Properties } from "../model/values";
import { Graph } from "../plan/graph";
import { Ledger } from "../plan/ledger";
import type { ProviderCalls } from "../provider/client";
import type { ChangeCount, Emit, Operation, Severity } from "./events";
import type { Snapshot } from "./snapshot";

/** Provides the provider client. */
interface ProviderSource {
    /** A client with the configuration from the state, until `use` sets another one. */
    client(): Promise<ProviderCalls>;
    /** Sets the configuration with which the program registered the provider. */
    use(config: Properties): void;
}

export interface SessionOptions {
    operation: Operation;
    project: string;
    stack: string;
    parallel: number;
    /** `undefined` means all. */
    targets: ReadonlySet<Urn> | undefined;
    /** Resources to replace regardless of the provider's diff (`--replace`, or tainted). */
    replace: ReadonlySet<Urn>;
    /** After a failed step, skips only dependents instead of stopping. */
    continueOnError?: boolean;
    clock: Clock;
    emit: Emit;
    halt: Halt;
    snapshot: Snapshot;
    changes: ChangeCount;
    /** The current stack configuration, for the provider. */
    providerConfig: Properties;
    provider: ProviderSource;
}

/** Shared data of an operation. */
export class Session {
    readonly ledger = new Ledger();
    private base: Resource[] = [];
    private byUrn = new Map<Urn, Resource>();
    /** The dependencies among `olds`. */
    graph = new Graph([]);

    constructor(
        readonly options: SessionOptions,
        resources: Resource[],
    ) {
        this.olds = resources;
    }

    /** The state before the operation, or after its refresh. */
    get olds(): Resource[] {
        return this.base;
    }

    set olds(resources: Resource[]) {
        this.base = resources;
        this.byUrn = new Map(resources.filter((each) => !each.delete).map((each) => [each.urn, each]));
        this.graph = new Graph(resources);
    }

    /** The current resource with this URN, ignoring those that are only waiting to be deleted. */
    old(urn: Urn): Resource | undefined {
        return this.byUrn.get(urn);
    }

    get dryRun(): boolean {
        return this.options.operation === "preview";
    }

    isTargeted(urn: Urn): boolean {
        return this.options.targets?.has(urn) ?? true;
    }

    /** ISO 8601. */
    get now(): string {
        return new Date(this.options.clock.now()).toISOString();
    }

    /** Whether anything was refused, which makes the operation fail even if it continued. */
    refused = false;

    /** Reports an error and marks the operation as failed. */
    refuse(message: string, urn?: Urn): void {
        this.refused = true;
        this.say("error", message, urn);
    }

    say(severity: Severity, message: string, urn?: Urn): void {
        this.options.emit({ kind: "diagnostic", diagnostic: { severity, urn, message } });
    }
}

/** Why an operation has stopped. */
type HaltReason =
    /** A step failed: steps in progress and those already planned are completed. */
    | "failed"
    /** A request was invalid, or the program failed: steps in progress are completed. */
    | "invalid"
    /** The user interrupted it: steps in progress are completed. */
    | "canceled";

/** Stops an operation. The first reason is kept, unless a later one is more severe. */
export class Halt {
    private reason: HaltReason | undefined;
    private announce: (() => void) | undefined;
    /** Resolves when the operation stops. */
    readonly halted = new Promise<void>((resolve) => (this.announce = resolve));

    /** The reason; `undefined` while the operation is running. */
    get why(): HaltReason | undefined {
        return this.reason;
    }

    /** Whether steps that are already planned must not start either. */
    get hard(): boolean {
        return this.reason !== undefined && this.reason !== "failed";
    }

    stop(reason: HaltReason): void {
        if (this.reason === undefined || this.reason === "failed") this.reason = reason;
        this.announce?.();
    }
}
