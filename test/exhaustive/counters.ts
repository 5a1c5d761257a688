// What the documents say happens, and single faults can reach: each has to be reached in the course of its scenario.
import type { EndpointName } from "../../src/provider/api/endpoints";
import { heldAt } from "../histories/engine/operate";
import { thingId } from "../histories/oracle/world";
import type { Played, Run } from "./run";

/** A run, in the terms of the counters. */
export class Facts {
    readonly words: string;
    readonly own: readonly Played[];
    readonly recovery: readonly Played[];

    constructor(readonly run: Run) {
        this.words = run.played.map(({ done }) => done.words).join("\n");
        this.own = run.played.filter(({ isRecovery }) => !isRecovery);
        this.recovery = run.played.filter(({ isRecovery }) => isRecovery);
    }

    /** What struck, and the request that it struck, if there was one. */
    hit(strike: RegExp, endpoint?: EndpointName): boolean {
        return this.run.placed.some(({ phase, request, strike: { name } }) => {
            const at = this.run.played[phase]?.requests[request];
            return strike.test(name) && (endpoint === undefined || at?.endpoint === endpoint);
        });
    }

    says(words: RegExp): boolean {
        return words.test(this.words);
    }

    /** How many of these requests there were. */
    count(endpoint: EndpointName, of: readonly Played[] = this.run.played): number {
        return of.flatMap(({ requests }) => requests).filter((one) => one.endpoint === endpoint).length;
    }

    get isWell(): boolean {
        return this.own.every(({ done }) => done.ok);
    }

    /** The last operation went well, and the API has everything in the state. */
    get isWellAtEnd(): boolean {
        const last = this.run.played.at(-1);
        const exists = (id: string) => last?.after.things.get(thingId(id))?.alive === true;
        return last?.done.ok === true && last.after.held.every(({ id }) => exists(id));
    }

    get killed(): boolean {
        return this.own.some(({ done }) => done.killed);
    }

    /** The ids in the state after the scenario's own operations, and after all. */
    get ids(): { readonly before: string[]; readonly own: string[]; readonly end: string[] } {
        const idsAfter = (played: Played | undefined) => (played?.after.held ?? []).map(({ id }) => id);
        const before = (this.own[0]?.before.held ?? []).map(({ id }) => id);
        return { before, own: idsAfter(this.own.at(-1)), end: idsAfter(this.run.played.at(-1)) };
    }

    /** Nothing has left the state, nor come into it. */
    get isKept(): boolean {
        const { before, end } = this.ids;
        return before.length > 0 && before.join() === end.join();
    }
}

export interface Counter {
    readonly what: string;
    /** The page of the documents that says so. */
    readonly page: "safety" | "what-happens" | "limits" | "names" | "restore-drill" | "preview-environments";
    readonly scenario: string;
    reached(facts: Facts): boolean;
}

const isPending = ({ run }: Facts) =>
    run.played.some(({ after }) => after.held.some(({ pendingReplacement }) => pendingReplacement));
const refusal = /^4(00|01|03|09|22|23) after$/;

export const counters: readonly Counter[] = [
    {
        what: "the answer to a creation is lost, and the new one is found",
        page: "what-happens",
        scenario: "create a name",
        reached: (facts) => facts.hit(/^lost after$/, "createService") && facts.count("createService") === 1,
    },
    {
        what: "the answer to a creation is lost before the work, and the call is repeated after a search",
        page: "what-happens",
        scenario: "create a name",
        reached: (facts) => facts.hit(/^lost before$/, "createService") && facts.count("createService") === 2,
    },
    {
        what: "the password of what was found by its given name is not changed at once",
        page: "safety",
        scenario: "create a name",
        reached: (facts) =>
            facts.hit(/^lost after$/, "createService") && facts.count("updateServicePassword", facts.own) === 0,
    },
    {
        what: "a creation is refused after the work was done, and exactly one exists",
        page: "what-happens",
        scenario: "create everything",
        reached: (facts) =>
            facts.hit(refusal, "createService") && facts.count("createService") === 1 && facts.isWellAtEnd,
    },
    {
        what: "a creation is refused with 429 or 503, and repeated after a search",
        page: "what-happens",
        scenario: "create everything",
        reached: (facts) => facts.hit(/^(429|503) before$/, "createService") && facts.isWell,
    },
    {
        what: "the answer to a creation shows something else, which is not taken",
        page: "what-happens",
        scenario: "fork a moment",
        reached: (facts) => facts.hit(/^another's record/, "forkService") && facts.run.violations.length === 0,
    },
    {
        what: "a service of the given name exists: the error names its id and `adopt`",
        page: "what-happens",
        scenario: "create a name",
        reached: (facts) => facts.hit(/^namesake/) && facts.says(/There already is .*`adopt: "/),
    },
    {
        what: "a service of the generated name is older than an hour: it is not taken over",
        page: "names",
        scenario: "create everything",
        reached: (facts) => facts.hit(/^namesake, older$/) && facts.says(/There already is .*`adopt: "/),
    },
    {
        what: "somebody else makes one of the same name while ours is created, and ours is ours",
        page: "what-happens",
        scenario: "create everything",
        reached: (facts) => facts.hit(/^namesake/) && facts.isWell,
    },
    {
        what: "an interrupted `up` has left a service, and the next one takes it over",
        page: "safety",
        scenario: "create everything",
        reached: (facts) =>
            facts.killed && facts.hit(/^kill after$/, "createService") && facts.count("createService") === 1,
    },
    {
        what: "an interrupted `up` has left a VPC, which has to be adopted",
        page: "safety",
        scenario: "create everything",
        reached: (facts) => facts.hit(/^kill after$/, "createVpc") && facts.says(/`adopt: "/),
    },
    {
        what: "what an interrupted `up` has left is taken over within the hour",
        page: "names",
        scenario: "take over",
        reached: (facts) => facts.count("createService") === 0 && facts.ids.end.length === 1,
    },
    {
        what: "an update is interrupted, and the next `up` goes on from there",
        page: "safety",
        scenario: "change a service",
        reached: (facts) =>
            facts.killed && facts.isWellAtEnd && facts.recovery.some(({ requests }) => requests.length > 1),
    },
    {
        what: "a refused change is no end: the next `up` makes it",
        page: "what-happens",
        scenario: "change a service",
        reached: (facts) => facts.hit(/^4\d\d before$/, "resizeService") && !facts.isWell && facts.isWellAtEnd,
    },
    {
        what: "a password that was refused after the work is set again",
        page: "limits",
        scenario: "change a service",
        reached: (facts) => facts.hit(refusal, "updateServicePassword") && facts.count("updateServicePassword") > 1,
    },
    {
        what: "one 404 and an empty list drop nothing",
        page: "what-happens",
        scenario: "refresh",
        reached: (facts) => facts.hit(/^nothing for [15] s$/) && facts.isKept,
    },
    {
        what: "a refresh with a wrong key, or a server that fails, drops nothing",
        page: "safety",
        scenario: "refresh",
        reached: (facts) => facts.hit(/^(401|403|500) before$/) && !facts.isWell && facts.isKept,
    },
    {
        what: "a GET answers with another record, which is not believed",
        page: "safety",
        scenario: "refresh",
        reached: (facts) => facts.hit(/^another's record$/) && facts.isKept,
    },
    {
        what: "what was deleted in the console leaves the state, and is made again",
        page: "safety",
        scenario: "refresh",
        reached: (facts) => facts.hit(/^delete$/) && !facts.isKept && facts.isWellAtEnd,
    },
    {
        what: "a lapse that hides everything makes nothing anew",
        page: "limits",
        scenario: "up --refresh",
        reached: (facts) => facts.hit(/^nothing for 15 s$/) && facts.count("createService") === 0,
    },
    {
        what: "what is PROD only at the API is not deleted when it leaves the program",
        page: "what-happens",
        scenario: "remove",
        reached: (facts) => facts.hit(/^promote$/) && facts.count("deleteService") === 0,
    },
    {
        what: "what is PROD only at the API is not replaced, and nothing is created in vain",
        page: "what-happens",
        scenario: "replace, the successor first",
        reached: (facts) => facts.hit(/^promote$/) && facts.count("createService") === 0,
    },
    {
        what: "what is PROD only at the API stops a destroy",
        page: "safety",
        scenario: "destroy",
        reached: (facts) => facts.hit(/^promote$/) && facts.count("deleteService") === 0,
    },
    {
        what: "a protected service is refused, whatever the API shows",
        page: "safety",
        scenario: "remove what is protected",
        reached: (facts) => facts.says(/protected from deletion/) && facts.count("deleteService") === 0,
    },
    {
        what: "`deletionProtection: false` allows to delete a PROD service",
        page: "what-happens",
        scenario: "remove what is unprotected",
        reached: (facts) => facts.isWell && facts.count("deleteService") === 1,
    },
    {
        what: "a set that somebody else has added is not deleted with its service",
        page: "safety",
        scenario: "remove",
        reached: (facts) => facts.hit(/^add a set$/) && facts.says(/it still has read replica set/),
    },
    {
        what: "`forceDestroy` deletes what the stack does not own",
        page: "safety",
        scenario: "destroy with force",
        reached: (facts) => facts.isWell && facts.count("deleteReplicaSet") === 1,
    },
    {
        what: "a DELETE was carried out although it was refused: the next operation finds it gone",
        page: "safety",
        scenario: "remove",
        reached: (facts) => facts.hit(refusal, "deleteService") && facts.isWellAtEnd && facts.ids.end.length === 0,
    },
    {
        what: "a delete-before-replace is interrupted after the DELETE, and the next `up` goes on",
        page: "what-happens",
        scenario: "replace, the predecessor first",
        reached: (facts) => facts.killed && isPending(facts) && facts.isWellAtEnd,
    },
    {
        what: "another `adopt` is an error, and nothing is deleted",
        page: "what-happens",
        scenario: "adopt another",
        reached: (facts) => !facts.isWell && facts.isKept && facts.count("deleteService") === 0,
    },
    {
        what: "an adoption of what does not exist fails in the preview",
        page: "what-happens",
        scenario: "adopt",
        reached: (facts) =>
            facts.hit(/^delete$/) && facts.own.some(({ phase, done }) => phase.name === "preview" && !done.ok),
    },
    {
        what: "a rename by `adopt` whose successor fails keeps the database",
        page: "what-happens",
        scenario: "rename by adopt",
        reached: (facts) => !facts.isWell && facts.count("deleteService") === 0 && facts.ids.end.length === 1,
    },
    {
        what: "a rename by alias keeps the database",
        page: "what-happens",
        scenario: "rename by alias",
        reached: ({ run, isKept }) => isKept && heldAt(run.played.at(-1)?.after.held ?? [], undefined) === undefined,
    },
    {
        what: "an import file has exactly what there is",
        page: "safety",
        scenario: "import file",
        reached: (facts) => facts.isWell && facts.run.placed.length === 0,
    },
    {
        what: "a sweep keeps a fork that has become PROD or was renamed since it was listed",
        page: "what-happens",
        scenario: "sweep",
        reached: (facts) => facts.hit(/^(promote|rename)/) && facts.says(/has changed since it was listed/),
    },
    {
        what: "a sweep says that a fork could not be deleted",
        page: "preview-environments",
        scenario: "sweep",
        reached: (facts) => facts.says(/^failed: /m),
    },
    {
        what: "the answer to the fork of a drill is lost, and the fork is found by its name",
        page: "what-happens",
        scenario: "drill",
        reached: (facts) => facts.hit(/^lost after$/, "forkService") && facts.isWell,
    },
    {
        what: "a drill says what it has left",
        page: "restore-drill",
        scenario: "drill",
        reached: (facts) => facts.says(/left: .*clouddb sweep/),
    },
    {
        what: "a drill is killed, and a sweep deletes its fork",
        page: "what-happens",
        scenario: "drill",
        reached: (facts) => facts.killed && facts.says(/^deleted: drill-/m),
    },
    {
        what: "a drill keeps its fork if somebody has promoted or renamed it",
        page: "restore-drill",
        scenario: "drill",
        reached: (facts) =>
            facts.hit(/^(promote|rename)/) && facts.count("deleteService") === 0 && facts.count("forkService") === 1,
    },
];

/** How often each counter of these scenarios was reached. */
export class Reached {
    readonly counts = new Map<Counter, number>();

    constructor(scenarios: readonly string[]) {
        for (const counter of counters) if (scenarios.includes(counter.scenario)) this.counts.set(counter, 0);
    }

    note(run: Run): void {
        const facts = new Facts(run);
        for (const [counter, count] of this.counts)
            if (counter.scenario === run.scenario.name && counter.reached(facts)) this.counts.set(counter, count + 1);
    }

    /** Whether all of this scenario have been reached. */
    isAllOf(scenario: string): boolean {
        return this.missing.every((counter) => counter.scenario !== scenario);
    }

    get missing(): Counter[] {
        return [...this.counts].filter(([, count]) => count === 0).map(([counter]) => counter);
    }
}
