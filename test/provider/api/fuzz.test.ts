import fc from "fast-check";
import { ApiError, assertNoUnreadable, type Client } from "../../../src/provider/api";
import { defaults } from "../../../src/provider/api/transport";
import { json, type Handler } from "../../support/httpServer";
import { apiErrorOf, record, service, text, withClient } from "./support";

const located = { ...record, endpoint: { host: "h", port: 5432 } };
const whole = JSON.stringify(located);

/** Where each endpoint's kind of answer is read: a record, a list, pages, and what may be empty. */
const calls: readonly ((client: Client) => Promise<unknown>)[] = [
    (client) => client.services.get(service),
    async (client) => assertNoUnreadable(await client.services.list({ projectId: "p1" })),
    (client) => client.services.create({ projectId: "p1", name: "orders" }),
    (client) => client.services.start(service),
    // A delete returns no record, whatever the response contains.
    async (client) => {
        await client.services.delete(service);
        return undefined;
    },
    (client) => client.services.logs(service),
    (client) => client.identity.whoami(),
];

/** Whether a call ended as it may: with an `ApiError`, or with what `isRight` takes. */
async function checkEnd(call: Promise<unknown>, isRight: (result: unknown) => boolean): Promise<void> {
    try {
        expect(isRight(await call)).toBe(true);
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        expect(error.message).toMatch(/^(GET|POST|DELETE) \/\S+ (was|failed|returned)/);
    }
}

const all = (handler: Handler, isRight: (result: unknown) => boolean) =>
    withClient(handler, async (client) => {
        for (const call of calls) await checkEnd(call(client), isRight);
    });

describe("a server gone mad", () => {
    const nothing = (result: unknown) => result === undefined;
    const never = () => false;
    const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
    const length = fc.integer({ min: 0, max: whole.length - 1 });
    const breakOff =
        (length: number): Handler =>
        (_, response) => {
            response.writeHead(200, { "content-length": whole.length }).write(whole.slice(0, length));
            setImmediate(() => response.socket?.destroy());
        };

    it.each<[string, fc.Arbitrary<Handler>, (result: unknown) => boolean]>([
        [
            "answers with any bytes",
            fc.tuple(fc.integer({ min: 200, max: 599 }), bytes(500)).map((drawn) => text(...drawn)),
            // By chance, `[]` is a list of services.
            (result) => nothing(result) || Array.isArray(result),
        ],
        ["sends any bytes for HTTP", bytes(200).map((sent) => (_, response) => void response.socket?.end(sent)), never],
        [
            "answers with any JSON",
            fc.json().map((body) => text(200, body)),
            // What has no id may show nothing.
            (result) => nothing(result) || ["[]", "{}"].includes(JSON.stringify(result)),
        ],
        ["answers with a part of a record", length.map((end) => text(200, whole.slice(0, end))), nothing],
        ["breaks off in the middle of a record", length.map(breakOff), never],
    ])("%s", (_, handlers, isRight) =>
        fc.assert(
            fc.asyncProperty(handlers, (handler) => all(handler, isRight)),
            { numRuns: 40 },
        ),
    );

    it("gives a field a wrong type", () =>
        fc.assert(
            fc.asyncProperty(
                fc.constantFrom(...Object.keys(located)),
                fc.constantFrom(null, true, 7, "", "text", [], {}, [null], [7], { host: 7 }, [{ spec: 7 }]),
                (field, value) =>
                    withClient(json(200, { ...located, [field]: value }), async (client) => {
                        // Whatever comes through has the types that it is declared with.
                        await checkEnd(client.services.get(service), (result) => {
                            const { serviceId, status, name, resources, endpoint } = result as Record<string, unknown>;
                            return (
                                typeof serviceId === "string" &&
                                serviceId !== "" &&
                                [status, name].every((one) => one === undefined || typeof one === "string") &&
                                (resources === undefined || Array.isArray(resources)) &&
                                (endpoint === undefined || typeof endpoint === "object")
                            );
                        });
                    }),
            ),
            { numRuns: 100 },
        ));
});

describe("a body", () => {
    it("may be long", () => {
        const services = Array.from({ length: 20_000 }, (_, i) => ({ ...record, service_id: `s${i}` }));
        return withClient(json(200, services), async (client) => {
            expect((await client.services.list({ projectId: "p1" })).records).toHaveLength(services.length);
        });
    });

    it("must not be endless, nor is it asked for again", () => {
        const megabyte = Buffer.alloc(1024 * 1024, " ");
        const flood: Handler = (_, response) => {
            response.writeHead(200);
            const pour = () => {
                while (!response.destroyed && response.write(megabyte));
            };
            response.on("drain", pour);
            pour();
        };
        return withClient(flood, async (client, { received }) => {
            const error = await apiErrorOf(client.services.list({ projectId: "p1" }));
            expect(error).toMatchObject({ kind: "contract", outcomeUnknown: false });
            expect(received).toHaveLength(1);
            expect(defaults.maxAnswerBytes).toBeGreaterThan(20_000 * whole.length);
        });
    });
});
