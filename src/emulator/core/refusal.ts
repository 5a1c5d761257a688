import type { ContentfulStatusCode } from "hono/utils/http-status";

/** An error response of the API: its status, and the code and message of its body. */
export class Refusal extends Error {
    constructor(
        readonly status: ContentfulStatusCode,
        readonly code: string,
        message: string,
        readonly headers: Readonly<Record<string, string>> = {},
    ) {
        super(message);
        this.name = "Refusal";
    }
}

export const badRequest = (code: string, message: string) => new Refusal(400, code, message);
export const notFound = (what: string, id: string) => new Refusal(404, "NOT_FOUND", `There is no ${what} ${id}.`);
export const conflict = (code: string, message: string) => new Refusal(409, code, message);
export const unprocessable = (code: string, message: string) => new Refusal(422, code, message);
