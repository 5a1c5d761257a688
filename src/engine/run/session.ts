import type { Clock } from "../../clock";
import type { Resource } from "../model/resource";
import type { Urn } from "../model/urn";
import type { Properties } from "../model/values";
import { Graph } from "../plan/graph";
import type { ProviderCalls } from "../provider/client";
import type { ChangeCount } from "./changes";
import type { Emit, Operation, Severity } from "./events";
import type { Halt } from "./halt";
import type { Snapshot } from "./snapshot";

/** Where the provider is to be had. */
export interface ProviderSource {
    /** Configured as the state says, until told otherwise. */
    client(): Promise<ProviderCalls>;
    /** The program has registered the provider with this configuration. */
    use(config: Properties): void;
}

export interface SessionOptions {
    operation: Operation;
    project: string;
    stack: string;
    /** How many resources are worked on at once. */
    parallel: number;
    /** Undefined: all of them. */
    targets: ReadonlySet<Urn> | undefined;
    /** Replaced without asking their provider (`--replace`, or tainted). Default: none. */
    replace?: ReadonlySet<Urn>;
    /** A step that fails ends nothing but what depends on its resource. Default: no. */
    continueOnError?: boolean;
    clock: Clock;
    emit: Emit;
    halt: Halt;
    snapshot: Snapshot;
    changes: ChangeCount;
    /** What the stack's configuration is now, for the provider. */
    providerConfig: Properties;
    provider: ProviderSource;
}

/** What all parts of one operation share. */
export class Session {
    /** The state before this operation, or after its refresh. */
    private base: Resource[] = [];
    private byUrn = new Map<Urn, Resource>();
    private dependencies = new Graph([]);

    constructor(
        readonly options: SessionOptions,
        resources: Resource[],
    ) {
        this.olds = resources;
    }

    get olds(): Resource[] {
        return this.base;
    }

    set olds(resources: Resource[]) {
        this.base = resources;
        this.byUrn = new Map(resources.filter((each) => !each.delete).map((each) => [each.urn, each]));
        this.dependencies = new Graph(resources);
    }

    /** The resource that bears this URN now, as opposed to one that waits for its deletion. */
    old(urn: Urn): Resource | undefined {
        return this.byUrn.get(urn);
    }

    get graph(): Graph {
        return this.dependencies;
    }

    /** Nothing is really done in a preview. */
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

    /** Whether anything was refused: the operation fails, even where it went on. */
    refused = false;

    /** Tells why something cannot be. */
    refuse(message: string, urn?: Urn): void {
        this.refused = true;
        this.say("error", message, urn);
    }

    say(severity: Severity, message: string, urn?: Urn): void {
        this.options.emit({ kind: "diagnostic", diagnostic: { severity, urn, message } });
    }
}
