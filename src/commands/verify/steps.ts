import { asError } from "../../provider/lifecycle";
import { stepText, type VerifiedStep } from "./report";
import type { Surroundings, Temporary } from "./temporary";

/** Does the steps of a verification, and notes how each of them ended. */
export class Steps {
    readonly done: VerifiedStep[] = [];
    /** Of each resource whose deletion was tried: why it may still exist, as of the last time. */
    readonly #failures = new Map<Temporary, readonly Error[]>();

    constructor(private readonly surroundings: Surroundings) {}

    /** @param needs - must exist: otherwise the step is skipped. */
    create(what: string, work: () => Promise<void>, ...needs: Temporary[]): Promise<void> {
        return this.#unlessEnded(what, needs, () => work().then(() => true));
    }

    change(
        what: string,
        resource: Temporary,
        args: Readonly<Record<string, unknown>>,
        ...needs: Temporary[]
    ): Promise<void> {
        return this.#unlessEnded(what, [...needs, resource], () => resource.change(args));
    }

    /** Also after the end of the run. */
    delete(resource: Temporary): Promise<void> {
        const work = async () => {
            const { ids, failures } = await resource.delete();
            this.#failures.set(resource, failures);
            if (failures[0] !== undefined) throw failures[0];
            return ids.length > 0;
        };
        return this.#do(`delete the ${resource.definition.noun}`, work, "there is none");
    }

    isDeleted(resource: Temporary): boolean {
        return this.#failures.get(resource)?.length === 0;
    }

    /** Why any of these may still exist. */
    failuresOf(...resources: Temporary[]): Error[] {
        return resources.flatMap((resource) => this.#failures.get(resource) ?? []);
    }

    async #unlessEnded(what: string, needs: readonly Temporary[], work: () => Promise<boolean>): Promise<void> {
        if (this.surroundings.signal.aborted) return;
        const missing = needs.find(({ id }) => id === undefined);
        if (missing === undefined) return this.#do(what, work, "it is so already");
        this.done.push({ what, outcome: "skipped", seconds: 0, why: `there is no ${missing.definition.noun}` });
    }

    /** @param work - false: there was nothing to do. */
    async #do(what: string, work: () => Promise<boolean>, nothing: string): Promise<void> {
        const { project, report } = this.surroundings;
        report(`${what} ...`);
        const since = project.clock.now();
        let [outcome, why]: [VerifiedStep["outcome"], string | null] = ["passed", null];
        try {
            if (!(await work())) [outcome, why] = ["skipped", nothing];
        } catch (error) {
            [outcome, why] = ["failed", asError(error).message];
        }
        const step = { what, outcome, seconds: (project.clock.now() - since) / 1000, why };
        this.done.push(step);
        report(stepText(step));
    }
}
