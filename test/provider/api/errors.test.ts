import { isApiError } from "../../../src/provider/api";
import { json, type Handler } from "../../support/httpServer";
import { apiErrorOf, service, text, withClient } from "./support";

const resize = { ...service, cpuMillis: "2000", memoryGbs: "8" };

/** The error of a resize call against a server with this handler. */
const refusal = (handler: Handler) => withClient(handler, (client) => apiErrorOf(client.services.resize(resize)));

const conflict = (code: string): [number, string] => [409, code];

describe("a refusal", () => {
    it.each<[string, readonly (readonly [status: number, code?: string])[]]>([
        ["invalid", [[400], [402], [405]]],
        ["unauthorised", [[401]]],
        ["forbidden", [[403], [403, "SERVICE_BUSY"]]],
        ["notFound", [[404], [410]]],
        ["conflict", [[409], [409, "NAME_TAKEN"], [409, "BLOCKED_BY_PEERING"], [409, "BUSINESS_RULE"]]],
        ["busy", [[423], [422, "SERVICE_BUSY"], [409, "BUSY"], [409, "SERVICE_BUSY"], [409, "in-progress"]]],
        ["busy", ["service.locked", "resourceLocked", "OPERATION_IN_PROGRESS", "operationInProgress"].map(conflict)],
        ["server", [[500], [501], [503]]],
    ])("is %s for %j", async (kind, refusals) => {
        for (const [status, code] of refusals) {
            const error = await refusal(json(status, code === undefined ? undefined : { code }));
            expect(error).toMatchObject({ name: "ApiError", kind, status, code, outcomeUnknown: false });
        }
    });

    it.each([
        [409, "service is busy, operation in progress", "busy"],
        [409, "Another operation is running.", "busy"],
        [400, "The service is busy", "busy"],
        [422, "a resize is already in-progress", "busy"],
        [422, "Not now; please try again later.", "busy"],
        [400, "retry in 30 seconds", "busy"],
        [409, "it isn't done: the service's busy, it's said", "busy"],
        [409, "a name is taken", "conflict"],
        [409, 'a service of the name "busy" exists', "conflict"],
        [400, "business rules forbid it", "invalid"],
        [422, "`in progress` is no status", "invalid"],
        [400, "try another name", "invalid"],
        [404, "no operation in progress", "notFound"],
    ])("%d that says %j is %s", async (status, message, kind) => {
        expect(await refusal(json(status, { message }))).toMatchObject({ kind, apiMessage: message });
        expect(await refusal(json(status, { error: { message } }))).toMatchObject({ kind });
    });

    it.each<[string, number, object | string]>([
        ["404 Not Found", 404, "404 Not Found"],
        ["404 Not Found", 404, { code: 404, message: "404: Not Found" }],
        ["404 NOT_FOUND", 404, { code: "NOT_FOUND", message: "404" }],
        ["404 4040 services", 404, { message: "4040 services" }],
        ["403 404 is no page", 403, { message: "404 is no page" }],
    ])("names the status once: %s", async (said, status, body) => {
        const error = await refusal((_, response) => {
            response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
        });
        expect(error.message).toBe(`POST /projects/p1/services/s1/resize was refused: ${said}`);
    });

    it("says what was wanted, and what the server said", async () => {
        const body = { code: "CONFLICT", message: "service is busy" };
        const error = await refusal(json(409, body, { "x-request-id": "abc" }));
        expect(error.message).toBe(
            "POST /projects/p1/services/s1/resize was refused: 409 CONFLICT service is busy (request id abc)",
        );
        expect(error).toMatchObject({
            method: "POST",
            path: "/projects/p1/services/s1/resize",
            status: 409,
            code: "CONFLICT",
            apiMessage: "service is busy",
            requestId: "abc",
        });
    });

    it.each<[string, Handler, string]>([
        ["nothing", json(400), "400"],
        ["an empty object", json(400, {}), "400"],
        ["a list", json(400, [{ message: "no" }]), "400"],
        ["null", json(400, null), "400"],
        ["a text in JSON", json(400, "too small"), "400 too small"],
        ["a numeric code", json(400, { code: 17, message: "too small" }), "400 17 too small"],
        ["an error within", json(400, { error: { code: "SMALL", message: "too small" } }), "400 SMALL too small"],
        ["an error's text", json(400, { error: "too small" }), "400 too small"],
        ["words of the wrong type", json(400, { code: {}, message: ["no"] }), "400"],
        ["plain text", text(400, "too small\n"), "400 too small"],
        ["a whole sentence", text(400, "It is too small."), "400 It is too small"],
        ["an ellipsis", text(400, "too small..."), "400 too small..."],
        ["several lines", text(400, "too\r\n\tsmall\u001b[31m\u0007!"), "400 too small [31m !"],
        ["a page", text(400, "<!doctype html><title>Bad gateway</title>"), "400"],
        ["a flood", text(400, "x".repeat(100_000)), "400"],
        ["a long text", text(400, "x".repeat(1_000)), `400 ${"x".repeat(500)}`],
    ])("may come with %s", async (_, handler, said) => {
        expect((await refusal(handler)).message).toBe(`POST /projects/p1/services/s1/resize was refused: ${said}`);
    });

    it("takes either header for the request's id", async () => {
        expect((await refusal(json(400, {}, { "request-id": "r-2" }))).requestId).toBe("r-2");
    });
});

describe("an answer that is none of the contract's", () => {
    it.each<[string, Handler, string, string]>([
        ["no body", json(200), "no body", "unreadable"],
        ["no JSON", text(200, "[{"), "the body is not JSON", "unreadable"],
        ["another thing", json(200, {}), "it is no list", "contract"],
    ])("has %s", (_, handler, detail, kind) =>
        withClient(handler, async (client) => {
            const error = await apiErrorOf(client.identity.projects());
            expect(error).toMatchObject({ kind, status: 200, outcomeUnknown: false });
            expect(error.message).toBe(
                `GET /projects returned 200, but the response violates the API contract: ${detail}`,
            );
        }),
    );

    it.each([
        [json(201, { name: "n" }), "contract"],
        [text(200, "<html>"), "unreadable"],
    ])("to a change leaves open whether it was made", (handler, kind) =>
        withClient(handler, async (client, { received }) => {
            const args = { projectId: "p1", cidr: "10.0.0.0/16", name: "n", regionCode: "r" };
            expect(await apiErrorOf(client.vpcs.create(args))).toMatchObject({ kind, outcomeUnknown: true });
            expect(received).toHaveLength(1);
        }),
    );
});

it("tells errors of a kind", async () => {
    const error = await refusal(json(404));
    expect(isApiError(error)).toBe(true);
    expect(isApiError(error, "notFound")).toBe(true);
    expect(isApiError(error, "busy", "notFound")).toBe(true);
    expect(isApiError(error, "busy")).toBe(false);
    expect(isApiError(new Error("404"))).toBe(false);
});
