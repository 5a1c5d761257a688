import { ApiError, type UnreadableRecord } from "../../api";
import {
    UserError,
    isAmbiguous,
    isKeyRefused,
    isOperationInProgress,
    mayLackBackup,
    maySucceedLater,
    obstacleOf,
} from "../errors";
import { sameName } from "../spelling";
import { retryPhrases, type OperationProgress } from "../task";
import { pollInterval, retryInterval, settleWindow } from "../wait/schedule";
import { hasNameArgument, idAndAge, type Attempt } from "./attempt";
import type { Candidate, Listing } from "./catalog";
import { lostBy } from "./createSpec";
import {
    contradictionIn,
    doubtfulOf,
    findCreated,
    newRecords,
    notListedError,
    uncertainError,
    unclearError,
    type Doubtful,
    type Search,
} from "./findCreated";
import {
    adoptHint,
    assertNoneNameless,
    duplicateCreateError,
    findExisting,
    isOwnLeftover,
    namesakesOf,
    otherHash,
} from "./findExisting";

export interface CreateResult {
    readonly record: unknown;
    /** `answer`: the response of the create call. `found`: the response had no record, or was lost; a list shows it. `existing`: an interrupted `up` has left it. */
    readonly from: "answer" | "found" | "existing";
    /** What the answer to the create call shows, also if it shows no id. */
    readonly answer?: object | undefined;
    /** Set where a call before the successful one may have created another one. */
    readonly duplicates?: {
        /** Until when a lagging list may not show it, in milliseconds since the epoch. */
        readonly until: number;
        /** Milliseconds for which to look after the creation is complete: 0 where all calls before were refused. */
        readonly window: number;
        find(): Promise<readonly Doubtful[]>;
    };
}

/** How many times a create is sent whose responses are lost and whose result is not found. */
const maxAttempts = 3;

/**
 * Creates exactly one. Before the call: what has the name already is an error, unless it is proven to be left from an interrupted
 * creation of this resource. Before a call is repeated, for whatever reason: what the calls so far have created is looked for.
 */
export async function createOnce(attempt: Attempt, task: OperationProgress): Promise<CreateResult> {
    const { spec, key, catalog, creator, onConflict } = attempt;
    const { owner } = creator;
    const rival = catalog.otherCreatorOf(key, owner);
    if (rival !== undefined && onConflict !== "ignore") throw duplicateCreateError(attempt, rival);
    catalog.reserve(key, owner);
    try {
        const before = await catalog.recent(spec.name, key);
        if (onConflict !== "ignore") {
            assertNoneUnreadable(attempt, before.unreadable);
            assertNoneNameless(attempt, before.candidates);
        }
        const existing = await completeExisting(attempt, task, before.candidates);
        const other = existing === undefined ? await otherHash(attempt, before.candidates) : {};
        if (other.note !== undefined) task.reporter.note(other.note);
        if (other.warning !== undefined) task.reporter.warn(other.warning);
        const result: CreateResult =
            existing === undefined
                ? await new CreateCalls(attempt, task, before).run()
                : { record: existing, from: "existing" };
        const lost = lostBy(spec, result.answer);
        if (result.from === "existing")
            task.reporter.note(
                `takes over the ${spec.label} that an interrupted \`pulumi up\` has left: ${idAndAge(attempt, existing)}${lost}`,
            );
        // What has a generated name is proven its own, so that a lost password is set anew.
        if (result.from === "found")
            task.reporter.note(
                `no response showed what was created: ${attempt.idOf(result.record)} is new and matches the request, so this resource now manages it${creator.hasGeneratedName ? "" : lost}`,
            );
        creator.program.take(attempt.idOf(result.record), { adoptedByName: result.from === "existing" });
        catalog.claim(attempt.definition.recordId(result.record), key, owner);
        return result;
    } finally {
        catalog.release(key, owner);
    }
}

/** What an interrupted creation has left, once the API shows all of it. */
async function completeExisting(
    attempt: Attempt,
    task: OperationProgress,
    candidates: readonly Candidate[],
): Promise<unknown> {
    const startedAt = task.clock.now();
    for (;;) {
        const now = task.clock.now();
        const existing = await findExisting(attempt, candidates, now < task.deadline);
        if (existing?.isIncomplete !== true) return existing?.record;
        task.reportWait(
            `waiting for ${attempt.idOf(existing.record)}, which is still being created`,
            task.deadline - startedAt,
        );
        await task.clock.sleep(Math.min(pollInterval(now - startedAt), task.deadline - now));
    }
}

/** A record of that name that violates the contract may be what an interrupted `up` has created. */
function assertNoneUnreadable(attempt: Attempt, unreadable: readonly UnreadableRecord[]): void {
    // Records of a type that has no names (peerings) cannot be told apart.
    const mayBeIt = (record: UnreadableRecord) =>
        record.name === undefined ? !hasNameArgument(attempt) : sameName(attempt.spec.name, record.name);
    const found = unreadable.find(mayBeIt);
    if (found === undefined) return;
    throw new UserError(
        `There is a record (${found.id === undefined ? "without an id" : attempt.idFrom(found.id)}) that may be the ${attempt.spec.label}, but it cannot be read: ${found.detail}. Nothing was created.`,
    );
}

/** The calls of one creation: sends it, looks for what the calls so far have created, and repeats it where that may help. */
class CreateCalls {
    readonly #startedAt: number;
    readonly #known: Pick<Search, "listedBefore" | "since">;
    readonly #isNameTaken: boolean;
    #sent = 0;
    #lastSentAt = 0;
    #lostAnswers = 0;
    /** Whether the calls so far were refused, and so have created nothing unless the refusals are wrong. */
    #wereRefused = true;

    constructor(
        private readonly attempt: Attempt,
        private readonly task: OperationProgress,
        private readonly before: Listing,
    ) {
        this.#startedAt = task.clock.now();
        this.#known = {
            listedBefore: new Set([...before.candidates, ...before.unreadable].map(({ id }) => id)),
            since: attempt.project.client.now(),
        };
        this.#isNameTaken = namesakesOf(attempt.spec, before.candidates).length > 0;
    }

    /** Calls until there is a result. */
    async run(): Promise<CreateResult> {
        for (;;) {
            this.#lastSentAt = this.task.clock.now();
            this.#sent++;
            const answer = await answerTo(this.attempt);
            const result = await this.#evaluate(answer);
            if (result !== undefined) return result;
        }
    }

    /** Undefined if the call may be repeated. */
    #evaluate(answer: unknown): Promise<CreateResult | undefined> {
        if (isAccepted(answer)) return this.#listed(answer);
        return answer instanceof ApiError ? this.#afterError(answer) : this.#checked(answer);
    }

    /** The API has accepted the call, and its answer has no record. */
    async #listed(answer: unknown): Promise<CreateResult> {
        const record = await this.#find("it was accepted", settleWindow, answer === undefined);
        if (record === undefined) throw notListedError(this.attempt);
        return this.#resultOf(record, "found", answer);
    }

    /** The answer has a record, which is believed only if nothing contradicts that this call has created it. */
    async #checked(answer: unknown): Promise<CreateResult | undefined> {
        const contradiction = contradictionIn(this.attempt, answer, this.#known);
        if (contradiction === undefined) return this.#resultOf(answer, "answer", answer);
        const { told, mayBeIt, isCalledSo } = contradiction;
        const found = await this.#find(`it was ${told}`, settleWindow);
        if (found !== undefined) return this.#resultOf(found, "found", answer);
        // Another one beside it would be one too many.
        if (mayBeIt) throw unclearError(this.attempt, `it was ${told}`, [doubtfulOf(this.attempt, answer)], isCalledSo);
        this.#lostAnswers++;
        if (this.#lostAnswers >= maxAttempts || this.#isOver())
            throw uncertainError(this.attempt, `The create call was ${told}`);
        this.#wereRefused = false;
        return undefined;
    }

    async #afterError(answer: ApiError): Promise<CreateResult | undefined> {
        const { attempt } = this;
        // It was never sent.
        if (answer.status === undefined && !answer.outcomeUnknown) throw answer;
        const again = await this.#pauseBeforeRepeat(answer);
        if (answer.outcomeUnknown) this.#lostAnswers++;
        // Whatever the call was answered with, the work may have been done.
        const found = await this.#find(answer.message, lookWindowAfter(answer)).catch((error: unknown) => {
            throw isKeyRefused(answer) && isListRefused(error) ? answer : error;
        });
        if (found !== undefined) {
            // A definite refusal says that this call created nothing: what has appeared may belong to somebody else.
            if (again || isAmbiguous(answer) || isOwnLeftover(attempt, found))
                return this.#resultOf(found, "found", answer);
            throw new UserError(
                `${answer.message}. ${idAndAge(attempt, found)} has appeared meanwhile, and is what was asked for, but only its name tells that it may be yours. ` +
                    `If it is, take it over: ${adoptHint([attempt.idOf(found)])}. If not, choose another \`name\`.`,
            );
        }
        if (!again || this.#isOver())
            throw isAmbiguous(answer)
                ? uncertainError(attempt, answer.message, answer)
                : refusedError(attempt, answer, this.before.candidates);
        this.#wereRefused &&= answer.structured && !isAmbiguous(answer);
        return undefined;
    }

    #isOver(): boolean {
        return this.task.clock.now() >= this.task.deadline;
    }

    #find(answer: string, window: number, responseMayBeEmpty = false): Promise<unknown> {
        return findCreated(this.attempt, this.task, { ...this.#known, answer, window, responseMayBeEmpty });
    }

    /** The result, which has to be checked for duplicates unless the first call returned its own record. */
    #resultOf(record: unknown, from: CreateResult["from"], lastAnswer: unknown): CreateResult {
        const answer = shownIn(this.attempt, lastAnswer, record);
        if (this.#sent === 1 && from === "answer") return { record, from, answer };
        // What is found may come from the first call, and the list may be as late for the last one.
        const lag = from === "found" ? this.task.clock.now() - this.#startedAt : 0;
        const until = this.#lastSentAt + Math.max(settleWindow, lag);
        const window = this.#wereRefused ? 0 : settleWindow;
        const find = () => duplicatesOf(this.attempt, this.#known, record);
        return { record, from, answer, duplicates: { until, window, find } };
    }

    /** Waits as long as the answer demands. Returns whether the call may be repeated. */
    async #pauseBeforeRepeat(error: ApiError): Promise<boolean> {
        const { spec } = this.attempt;
        const now = this.task.clock.now();
        if (error.outcomeUnknown && !maySucceedLater(error)) return this.#lostAnswers + 1 < maxAttempts;
        const pause = Math.max(retryInterval(now - this.#startedAt), error.retryAfter ?? 0);
        const lacksBackup = spec.obstacle !== undefined && mayLackBackup(error);
        const endsByItself =
            maySucceedLater(error) || isOperationInProgress(error) || (lacksBackup && !this.#isNameTaken);
        // One that may be about a name in use gets only the settle window.
        if (!endsByItself && error.kind !== "busy" && !lacksBackup) return false;
        const obstacle = error.outcomeUnknown ? undefined : await obstacleOf(spec);
        if (obstacle !== undefined) throw new UserError(`${error.message}. ${obstacle}`, { cause: error });
        const { deadline } = this.task;
        if (now + pause > (endsByItself ? deadline : Math.min(deadline, this.#startedAt + settleWindow))) return false;
        const operation = isOperationInProgress(error) ? retryPhrases.operation : undefined;
        this.task.reportRetry(spec.progress, error.message, lacksBackup ? retryPhrases.backup : operation);
        await this.task.clock.sleep(pause);
        return true;
    }
}

/** Whether the key may not list either, which is no news where it may not create. */
const isListRefused = (error: unknown): boolean =>
    error instanceof UserError && error.cause instanceof ApiError && isKeyRefused(error.cause);

/** Whether the API has accepted the call, and its answer does not show what it has created. */
const isAccepted = (answer: unknown): boolean =>
    answer === undefined || (answer instanceof ApiError && answer.status !== undefined && answer.status < 300);

/** What an answer shows of the record that is the result: an answer without an id, or with that of the record. */
function shownIn({ definition }: Attempt, answer: unknown, record: unknown): object | undefined {
    if (answer === undefined) return undefined;
    if (answer instanceof ApiError) return answer.shownFields();
    return definition.recordId(answer) === definition.recordId(record) ? (answer as object) : undefined;
}

/** The record in the answer, undefined for an answer without one, or the error of the create call. */
async function answerTo(attempt: Attempt): Promise<unknown> {
    try {
        return await attempt.spec.create();
    } catch (error) {
        // An error of a GET is one of what the call needs before it is sent.
        if (error instanceof ApiError && error.method !== "GET") return error;
        throw error;
    }
}

/** How long to look for what the call may have created. A server may fail after it has done the work. Any other refusal gets one look. */
const lookWindowAfter = (error: ApiError): number =>
    error.outcomeUnknown || error.kind === "server" ? settleWindow : 0;

/** What a call before the successful one may have created. A lagging list may show it only later. */
async function duplicatesOf(
    attempt: Attempt,
    { listedBefore, since }: Pick<Search, "listedBefore" | "since">,
    record: unknown,
): Promise<readonly Doubtful[]> {
    const known = { listedBefore: new Set([...listedBefore, attempt.definition.recordId(record)]), since };
    const { candidates, unreadable } = await attempt.catalog.now();
    const staying = candidates.filter(({ id, isDeleting }) => !isDeleting && attempt.catalog.ownerOf(id) === undefined);
    const { matching, unclear } = newRecords(attempt, known, { candidates: staying, unreadable });
    return [...matching.map((one) => doubtfulOf(attempt, one.record)), ...unclear];
}

/** The answer is most likely true. The error names what was looked for all the same, and what else has the name. */
function refusedError(attempt: Attempt, error: ApiError, before: readonly Candidate[]): Error {
    const { spec, creator, idOf } = attempt;
    if (isKeyRefused(error)) return new UserError(`${error.message}. No ${spec.label} is listed.`, { cause: error });
    const [namesake] = namesakesOf(spec, before);
    if (namesake !== undefined)
        return new UserError(
            `${error.message}. A ${spec.label} was there before: ${idAndAge(attempt, namesake.record)}. ` +
                `If it is yours, take it over: ${adoptHint([idOf(namesake.record)])}.`,
            { cause: error },
        );
    const called = before.find(({ name, isDeleting }) => !isDeleting && sameName(spec.name, name));
    const none = `${error.message}. No ${spec.label} is listed.`;
    if (called === undefined) return new UserError(none, { cause: error });
    const id = idOf(called.record);
    const replaced = id === creator.predecessor ? ", which this operation replaces," : "";
    return new UserError(
        `${none} ${id}${replaced} has this name: if the API allows only one, choose another \`name\`.`,
        { cause: error },
    );
}
