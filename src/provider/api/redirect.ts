// Redirects. Only a GET follows one, and only within its origin: the key goes nowhere else, and no change is made twice.
import { headerOf, type Answer, type Outcome } from "./transport";

const statuses: readonly number[] = [301, 302, 303, 307, 308];

/** How many redirects in a row a GET follows. */
export const mostRedirects = 3;

/** Where an answer redirects to; undefined for any other answer, and where the address cannot be read. */
export function redirectOf(outcome: Outcome, requested: string): URL | undefined {
    const location =
        "status" in outcome && statuses.includes(outcome.status) ? headerOf(outcome.headers, "location") : undefined;
    return location !== undefined && URL.canParse(location, requested) ? new URL(location, requested) : undefined;
}

/** For errors: without the query, which may contain a secret. */
export function redirectText(answer: Answer, requested: string): string {
    const target = redirectOf(answer, requested);
    const to = target === undefined ? "" : ` to ${target.origin}${target.pathname}`;
    return `it is a redirect${to}; the base URL has to be the address of the API itself`;
}
