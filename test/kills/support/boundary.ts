import type { RequestEntry } from "../../../src/emulator";
import type { Operation, Stage } from "./stage";

export const victims = ["everybody", "engine", "provider", "program"] as const;
export type Victim = (typeof victims)[number];

/** A request of an operation: the nth to that endpoint. */
export interface Place {
    readonly endpoint: string;
    readonly method: string;
    readonly nth: number;
}

/** Where an operation is killed, and what of it. */
export interface Boundary extends Place {
    /** Of the request's work. Before it, the request never arrives; where the provider lives on, it does. */
    readonly side: "before" | "after";
    /** The engine with its program and its provider; or one alone, of which the others find out by themselves. */
    readonly victim: Victim;
}

export const told = ({ victim, side, method, endpoint, nth }: Boundary): string =>
    `${victim}, ${side} ${method} ${endpoint}${nth > 1 ? ` (no. ${nth})` : ""}`;

const isMutation = ({ method }: Pick<RequestEntry, "method">) => method !== "GET";

/** The requests of an operation that nobody kills. */
export async function placesOf(stage: Stage, operation: Operation): Promise<Place[]> {
    stage.emulator.clearRequests();
    await stage.runApart(operation);
    const counts = new Map<string, number>();
    return stage.emulator.requests().map(({ endpoint = "", method }) => {
        const nth = (counts.get(endpoint) ?? 0) + 1;
        counts.set(endpoint, nth);
        return { endpoint, method, nth };
    });
}

export interface Killed {
    /** The operation came to that place; otherwise it ran to its end. */
    readonly reached: boolean;
    /** What the API was asked to change after that. */
    readonly changes: readonly string[];
}

/** Enough for what the provider had begun to send to arrive. */
const turns = 5;

/** Runs the operation until it is killed at that place, and waits until the last of its processes has ended. */
export async function killAt(stage: Stage, operation: Operation, boundary: Boundary): Promise<Killed> {
    const { emulator, census } = stage;
    const { endpoint, nth, side, victim } = boundary;
    let count = 0;
    let last: number | undefined;
    let struck: Promise<void> | undefined;
    const strike = async () => {
        await census.kill(victim === "everybody" ? census.members() : census.members(victim));
        // Of several resources at once, others may have been on their way. They get no answer before this, either: so what comes
        // later is what the provider has begun when the victim was gone.
        await Promise.all(census.members("provider").map((provider) => provider.turns(turns)));
        last = emulator.requests().at(-1)?.number;
    };
    const end = emulator.intercept({
        async [side](entry: RequestEntry) {
            if (struck !== undefined || entry.endpoint !== endpoint || ++count !== nth) return struck;
            await (struck = strike());
            // What a process that was killed has not sent yet never arrives.
            return side === "before" && victim !== "engine" && victim !== "program" ? "drop" : undefined;
        },
    });
    await stage.runApart(operation);
    end();
    const later = emulator.requests().filter((entry) => last !== undefined && entry.number > last && isMutation(entry));
    return { reached: struck !== undefined, changes: later.map((entry) => entry.endpoint ?? entry.path) };
}
