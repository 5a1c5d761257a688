import type { RequestEntry } from "../../../src/emulator";
import type { Operation, Stage } from "./stage";

export const victims = ["everybody", "engine", "provider", "program"] as const;

/** A request of an operation: the nth to that endpoint. */
export interface Place {
    readonly endpoint: string;
    readonly method: string;
    readonly nth: number;
}

/** Where an operation is killed, and what of it. */
export interface Boundary extends Place {
    /** Before or after the change is applied. Before: the request never arrives, unless the provider survives. */
    readonly side: "before" | "after";
    /** Kills the engine, program and provider; or only one of them, which the others detect. */
    readonly victim: (typeof victims)[number];
}

export const told = ({ victim, side, method, endpoint, nth }: Boundary): string =>
    `${victim}, ${side} ${method} ${endpoint}${nth > 1 ? ` (no. ${nth})` : ""}`;

/** The requests of an operation that is not killed. */
export async function placesOf(stage: Stage, operation: Operation): Promise<Place[]> {
    stage.emulator.clearRequests();
    await stage.run(operation);
    const counts = new Map<string, number>();
    return stage.emulator.requests().map(({ endpoint = "", method }) => {
        const nth = (counts.get(endpoint) ?? 0) + 1;
        counts.set(endpoint, nth);
        return { endpoint, method, nth };
    });
}

/** Enough for requests that the provider had started to arrive. */
const turns = 5;

/**
 * Runs the operation, kills it at the boundary, and waits until all its processes have ended. Tells whether it reached the boundary
 * before it ended, and the changing requests after the kill.
 */
export async function killAt(stage: Stage, operation: Operation, boundary: Boundary) {
    const { emulator, census } = stage;
    const { endpoint, nth, side, victim } = boundary;
    let count = 0;
    let last: number | undefined;
    let struck: Promise<void> | undefined;
    const strike = async () => {
        await census.kill(victim === "everybody" ? census.members() : census.members(victim));
        // Requests for other resources may be in flight. They get no response before this point either, so anything
        // that arrives later was started by the provider after the kill.
        await Promise.all(census.members("provider").map((provider) => provider.turns(turns)));
        last = emulator.requests().at(-1)?.number;
    };
    const end = emulator.intercept({
        async [side](entry: RequestEntry) {
            if (struck !== undefined || entry.endpoint !== endpoint || ++count !== nth) return struck;
            await (struck = strike());
            // A request that a killed process had not sent yet never arrives.
            return side === "before" && victim !== "engine" && victim !== "program" ? "drop" : undefined;
        },
    });
    await stage.runApart(operation);
    end();
    const later = emulator.requests().filter(({ number }) => last !== undefined && number > last);
    const changes = later.filter(({ method }) => method !== "GET").map(({ endpoint, path }) => endpoint ?? path);
    return { reached: struck !== undefined, changes };
}
