import { isDeepStrictEqual } from "node:util";
import { type Goal, providerTypePrefix } from "../model/resource";
import { draft } from "../plan/draft";
import type { Ledger } from "../plan/ledger";
import type { Step } from "../plan/step";
import type { Executor } from "./executor";
import { dynamicPackage } from "./providerFor";
import type { Registry } from "./registry";
import type { Session } from "./session";

/** The resource that represents the provider of all dynamic resources. Its inputs are the stack's configuration. */
export class DefaultProvider {
    private registered: Promise<string> | undefined;

    constructor(
        private readonly session: Session,
        private readonly ledger: Ledger,
        private readonly registry: Registry,
        private readonly executor: Executor,
    ) {}

    /** The `provider` reference of its resources. Registered on first use. */
    reference(): Promise<string> {
        this.registered ??= this.register();
        return this.registered;
    }

    private async register(): Promise<string> {
        const goal: Goal = {
            type: providerTypePrefix + dynamicPackage,
            name: "default",
            custom: true,
            properties: this.session.options.providerConfig,
            dependencies: [],
            propertyDependencies: {},
            ignoreChanges: [],
            replaceOnChanges: [],
            additionalSecretOutputs: [],
            aliases: [],
        };
        const urn = this.registry.claim(goal);
        const old = this.session.old(urn);
        const next = draft(goal, urn, old, undefined);
        const same = old && isDeepStrictEqual(old.inputs, next.inputs);
        const step: Step = !old
            ? { op: "create", next }
            : same
              ? { op: "same", old, next }
              : { op: "update", old, next, ignoreChanges: [] };
        this.ledger.decided(urn, step.op);
        await this.executor.now(step);
        this.session.options.provider.use(next.inputs);
        return `${urn}::${next.id ?? ""}`;
    }
}
