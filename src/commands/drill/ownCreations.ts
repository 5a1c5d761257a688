import type { Clock } from "../../shared/clock";
import { ApiError } from "../../provider/api";
import { asError, retryInterval, settleWindow, UserError, type CreateRequest } from "../../provider/lifecycle";

/** What a create call was answered with: its record, a refusal, or something that does not tell what it has done. */
type Answer = "own" | "refused" | "unclear";

/** Undefined: the call was never sent. */
function answerOf(error: unknown): Answer | undefined {
    if (!(error instanceof ApiError) || error.outcomeUnknown) return "unclear";
    if (error.status === undefined) return undefined;
    return error.structured && error.status < 500 ? "refused" : "unclear";
}

/** What a command asks for under a name of its own. @param take - told the id as soon as it is known. */
export const ownRequest = (
    name: string,
    args: Readonly<Record<string, unknown>>,
    take: (id: string) => void,
): CreateRequest => ({
    args: { ...args, name },
    fallbackName: name,
    creator: {
        owner: name,
        replacing: false,
        predecessor: undefined,
        hasGeneratedName: true,
        program: { rivalOf: () => undefined, storedAs: () => undefined, manages: () => false, take },
    },
});

export const failureOf = (work: Promise<void>): Promise<Error | undefined> => work.then(() => undefined, asError);

interface Cleaning {
    /** What the answer to a call has told. */
    readonly known: string | undefined;
    /** The ids of what a list shows under the name. */
    readonly list: () => Promise<readonly string[]>;
    readonly deleteOne: (id: string) => Promise<void>;
    /** For messages: `fork`. */
    readonly noun: string;
    /** What to say if fewer are listed than there may be. */
    readonly uncertain: string;
}

/** The calls that create one resource, under a name with 64 bits that were drawn for it, and what may have come of them. */
export class OwnCreations {
    /** The calls that were not refused, each of which may have created one. */
    #mayExist = 0;
    /**
     * Until when a list may lack what a call has created, in milliseconds since the epoch. Undefined: every call was answered with its
     * record. A refusal may also follow the work: then one look is enough.
     */
    #lookUntil: number | undefined;

    constructor(
        private readonly clock: Clock,
        private readonly report: (text: string) => void,
    ) {}

    /** Makes one call. A record that is not its own counts as no answer. */
    async call<Created>(
        create: () => Promise<Created | undefined>,
        isOwn: (record: Created) => boolean,
    ): Promise<Created | undefined> {
        try {
            const record = await create();
            const own = record !== undefined && isOwn(record);
            this.#note(own ? "own" : "unclear");
            return own ? record : undefined;
        } catch (error) {
            this.#note(answerOf(error));
            throw error;
        }
    }

    #note(answer: Answer | undefined): void {
        const now = this.clock.now();
        if (answer === "own" || answer === "unclear") this.#mayExist++;
        if (answer === "unclear") this.#lookUntil = now + settleWindow;
        if (answer === "refused") this.#lookUntil ??= now;
    }

    /** Deletes all that the calls have created, and resolves when it is gone. @returns the ids, and why something may still exist. */
    async deleteAll({ known, list, deleteOne, noun, uncertain }: Cleaning) {
        const { clock } = this;
        const deletions = new Map<string, Promise<Error | undefined>>();
        const end = (id: string) => {
            if (!deletions.has(id)) deletions.set(id, failureOf(deleteOne(id)));
        };
        if (known !== undefined) end(known);
        let unseen: Error | undefined;
        const until = this.#lookUntil;
        if (until !== undefined && clock.now() < until) this.report("looking for what a lost answer may have created");
        while (until !== undefined) {
            unseen = await failureOf(list().then((ids) => ids.forEach(end)));
            const left = until - clock.now();
            if (left <= 0) break;
            await clock.sleep(Math.min(left, retryInterval(settleWindow - left)));
        }
        const failures = (await Promise.all(deletions.values())).filter((failure) => failure !== undefined);
        if (unseen !== undefined)
            failures.push(
                new UserError(`Whether a call has created another ${noun} cannot be seen: ${unseen.message}`),
            );
        else if (deletions.size < this.#mayExist) failures.push(new UserError(uncertain));
        return { ids: [...deletions.keys()], failures };
    }
}
