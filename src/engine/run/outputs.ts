import type { Resource } from "../model/resource";
import { stackType, typeOf, type Urn } from "../model/urn";
import type { Properties } from "../model/values";
import type { Planner } from "./planner";

/** The outputs of components and of the stack. */
export class Outputs {
    private readonly told = new Set<Urn>();
    private ofStack: { stack: Resource; outputs: Properties } | undefined;

    constructor(private readonly planner: Planner) {}

    /** @throws Error for an unknown resource, or one that has already registered its outputs. */
    async register(urn: Urn, outputs: Properties): Promise<void> {
        const resource = this.planner.answered.get(urn);
        if (!resource || this.told.has(urn))
            throw new Error(`cannot complete a resource '${urn}' whose registration isn't pending`);
        this.told.add(urn);
        if (typeOf(urn) === stackType) {
            this.ofStack = { stack: resource, outputs };
            return;
        }
        resource.outputs = outputs;
        await this.planner.session.options.snapshot.outputsChanged();
    }

    /**
     * Stores and returns the stack's outputs. After a failure, outputs that were not registered keep their previous
     * values; a preview has only the registered ones.
     */
    async finish(ok: boolean): Promise<Properties> {
        const { session, answered } = this.planner;
        if (!this.ofStack) {
            const stack = [...answered.values()].find(({ type }) => type === stackType);
            if (stack && session.dryRun) stack.outputs = {};
            return {};
        }
        const { stack, outputs } = this.ofStack;
        const keepsOld = !ok && !session.dryRun;
        stack.outputs = keepsOld ? { ...session.old(stack.urn)?.outputs, ...outputs } : outputs;
        await session.options.snapshot.outputsChanged();
        return stack.outputs;
    }
}
