import { type Handler, json } from "../../support/httpServer";
import { apiErrorOf, record, service, withClient } from "./support";

const statuses = [301, 302, 303, 307, 308];

/** Redirects all paths but the last one, each to the next. */
const through =
    (status: number, ...locations: string[]): Handler =>
    (request, response, ...rest) => {
        const at = locations.indexOf(request.url);
        const next = locations[at + 1];
        if (next === undefined) json(200, record)(request, response, ...rest);
        else response.writeHead(status, { location: next }).end();
    };

test.each(statuses)("a GET follows a redirect within its origin (%d)", (status) =>
    withClient(through(status, "/v2/moved?x=1"), async (client, { received }) => {
        expect(await client.services.get(service)).toMatchObject({ serviceId: "s1" });
        expect(received.map(({ url }) => url)).toEqual(["/v1/projects/p1/services/s1", "/v2/moved?x=1"]);
    }),
);

test("a GET follows three redirects in a row, and no more", () =>
    withClient(
        through(302, "/a", "/b", "/c", "/d"),
        async (client, { received }) => {
            const { message } = await apiErrorOf(client.services.get(service));
            expect(received.map(({ url }) => url).slice(1)).toEqual(["/a", "/b", "/c"]);
            expect(message).toMatch(
                /it is a redirect to http:\/\/\S+\/d; the base URL has to be the address of the API itself/,
            );
        },
        { standing: true },
    ));

test.each(statuses)("a change follows none (%d): the error names where it points, without the query", (status) =>
    withClient(json(status, {}, { location: "/v2/moved?token=abc" }), async (client, { received }) => {
        const error = await apiErrorOf(client.services.create({ projectId: "p1", name: "orders" }));
        expect(error).toMatchObject({ kind: "contract", status, outcomeUnknown: true });
        expect(error.message).toMatch(/it is a redirect to http:\/\/\S+\/v2\/moved;/);
        expect(received).toHaveLength(1);
    }),
);

test.each([
    ["https://elsewhere.example/v1/x", "https://elsewhere.example/v1/x"],
    ["//elsewhere.example/v1/x", "http://elsewhere.example/v1/x"],
])("the key is not carried to another origin (%s)", (location, shown) =>
    withClient(json(302, {}, { location }), async (client, { received }) => {
        expect((await apiErrorOf(client.services.get(service))).message).toContain(`it is a redirect to ${shown};`);
        expect(received).toHaveLength(1);
    }),
);

test("a redirect to nowhere is an error", () =>
    withClient(json(302, {}), async (client) =>
        expect((await apiErrorOf(client.services.get(service))).message).toContain("it is a redirect;"),
    ));
