import { losesData, UserError, type AbsenceObserver, type AnyDefinition } from "../lifecycle";
import { shellQuoted } from "../../shared/shellQuoted";

/** Names, by their ids and with commas between, what counts as gone even if several resources are missing at once. */
export const confirmVariable = "CLOUDDB_CONFIRM_GONE";

interface Missing {
    readonly label: string;
    readonly id: string;
    readonly losesData: boolean;
    readonly isProtected: boolean;
    /** It was missing alone when it was looked for, as where the engine asks for one resource after the other. */
    countsAsGone: boolean;
}

/**
 * What the API does not show in this operation, though nobody here has deleted it. One resource may be gone. Several at once, among them a
 * protected one or all that hold data, look like an outage or a wrong project: they stay in the state, and are not created anew.
 */
export class Absences {
    readonly #missing = new Map<string, Missing>();
    #isDataShown = false;

    constructor(private readonly environment: Readonly<Record<string, string | undefined>>) {}

    /** @param operation - a deletion is asked for, so what is to go looks like an outage only where several with data are missing. */
    observer(
        definition: AnyDefinition,
        id: string,
        isProtected: boolean,
        operation: "read" | "delete",
    ): AbsenceObserver {
        const { type, noun, containedIn } = definition;
        const key = `${type} ${id}`;
        const hasData = losesData(definition);
        return {
            missing: () => {
                // What is part of another resource is missing with it.
                if (containedIn !== undefined) return;
                const label = `${noun} ${id}`;
                this.#missing.set(key, { label, id, losesData: hasData, isProtected, countsAsGone: false });
            },
            found: () => {
                this.#missing.delete(key);
                this.#isDataShown ||= hasData;
            },
            confirm: () => {
                const missing = this.#missing.get(key);
                if (missing === undefined) return;
                this.#assertPlausible(operation);
                missing.countsAsGone = true;
            },
        };
    }

    #assertPlausible(operation: "read" | "delete"): void {
        const all = [...this.#missing.values()];
        const confirmed = (this.environment[confirmVariable] ?? "").split(",").map((id) => id.trim());
        if (all.length < 2 || all.every(({ id }) => confirmed.includes(id))) return;
        const withData = all.filter(({ losesData }) => losesData);
        const isAllData = !this.#isDataShown && withData.length >= (operation === "read" ? 1 : 2);
        if (!isAllData && !all.some(({ isProtected }) => isProtected)) return;
        const command = operation === "read" ? "pulumi refresh" : "pulumi destroy";
        const labels = (those: readonly Missing[]) => those.map(({ label }) => label).join(", ");
        const [staying, gone] = [all.filter((one) => !one.countsAsGone), all.filter((one) => one.countsAsGone)];
        const ids = shellQuoted(staying.map(({ id }) => id).join(","));
        const before =
            gone.length === 0
                ? ""
                : ` This operation has already counted as gone: ${labels(gone)}. If that exists, it may be in no state any more: adopt it with \`adopt\`, or delete it yourself.`;
        throw new UserError(
            `The API shows none of these any more: ${labels(staying)}. An outage, or another project, looks the same, so they stay in ` +
                "the state, and nothing is created anew. If they exist, repeat the operation later. If they are really gone, such as by an " +
                `interrupted \`pulumi destroy\`: \`${confirmVariable}=${ids} ${command}\`.${before}`,
        );
    }
}
