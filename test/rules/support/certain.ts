// Situations that several tests of test/rules/certain begin with, and answers of the API that prove nothing.
import { type Emulator, type Fault, startEmulator } from "../../../src/emulator";
import type { Outcome } from "../../histories/engine/operate";
import { errorsOf, type Stage } from "./stage";

export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => seconds(60 * n);
export const hours = (n: number): number => minutes(60 * n);

export const regionCode = "us-east-1";

/** A 404 in the form of the API's own errors. */
export const notFound: Fault["do"] = {
    kind: "status",
    status: 404,
    body: { code: "NOT_FOUND", message: "There is no such thing." },
};

/** Any answer, instead of the real one. */
export const answer = (body: unknown, headers: Readonly<Record<string, string>> = {}): Fault["do"] => ({
    kind: "status",
    status: 200,
    body,
    headers: { ...headers },
});

/** The next requests to an endpoint, or all of them, get another answer. */
export function answers(
    { emulator }: Stage,
    endpoint: NonNullable<Fault["endpoint"]>,
    action: Fault["do"],
    more: Partial<Fault> = { count: null },
): void {
    emulator.faults.add({ endpoint, do: action, ...more });
}

/** Runs `act` once, when the first request to the endpoint has been carried out and is not answered yet. */
export function once({ emulator }: Stage, endpoint: string, act: () => unknown): void {
    const end = emulator.intercept({
        async after(entry) {
            if (entry.endpoint !== endpoint) return;
            end();
            await act();
        },
    });
}

/** What the API answers to a GET. */
export async function raw({ emulator }: Stage, path: string): Promise<unknown> {
    const response = await fetch(`${emulator.url}/projects/${emulator.projectId}/${path}`, {
        headers: { authorization: `Bearer ${emulator.token}` },
    });
    return response.json();
}

/** An `up` that was killed before it could store anything: what it has made is there, and the state is as it was. */
export async function interrupted(stage: Stage, program: () => unknown): Promise<void> {
    const { stack } = stage;
    await stage.tryUp(program);
    stage.stack = stack;
    stage.calls();
}

/** Another environment, whose projects and keys happen to have the same ids. It has nothing. */
export const twinOf = ({ clock }: Stage): Promise<Emulator> => startEmulator({ clock, timeScale: 0.02 });

export const said = (outcome: Outcome): string => outcome.diagnostics.map(({ message }) => message).join("\n");

/** Preview and `up` both fail, say what is expected, and change nothing. */
export async function isRefused(
    stage: Stage,
    program: () => unknown,
    ...expected: readonly (string | RegExp)[]
): Promise<void> {
    const before = stage.held.map(({ id }) => id);
    stage.calls();
    for (const outcome of [await stage.preview(program), await stage.tryUp(program)]) {
        expect(outcome.ok).toBe(false);
        for (const text of expected)
            expect(errorsOf(outcome).join("\n")).toMatch(typeof text === "string" ? literally(text) : text);
    }
    expect(stage.calls()).toEqual([]);
    expect(stage.held.map(({ id }) => id)).toEqual(before);
}

const literally = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));

/** The way on that an error has to name. */
export const adopt = (id: string): string => `adopt: "${id}"`;

/** How old something is, or when it was created. */
export const anAge = /\b\d+(\.\d+)? ?(h|m|s|d|hours?|minutes?|days?)\b|\b2030-\d\d-\d\d/;

/** No two resources of the state have one id. */
export function nothingIsShared({ held }: Stage): void {
    const ids = held.map(({ type, id }) => `${type} ${id}`);
    expect(ids).toEqual([...new Set(ids)]);
}

/** The state and the API agree on which services there are. */
export function allIsHeld(stage: Stage): void {
    const held = stage.held.filter(({ type }) => type === "Service").map(({ id }) => id);
    expect(held.sort()).toEqual(stage.services.map(({ id }) => id).sort());
}
