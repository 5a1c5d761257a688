// Authentication, authorisation and request validation.
import { Bench, request, textAt } from "./support/raw";

let bench: Bench;
beforeAll(async () => (bench = await Bench.start()));
afterAll(() => bench.stop());

const [pat, otherPat, oauth] = [0, 1, 2].map((n) => () => bench.emulator.tokens[n]!);
const refusal = (status: number, code: string) => ({
    status,
    body: { code, message: expect.stringMatching(/\w/) as unknown },
});

test("there are two projects with a personal access token each, and a user who reaches both", () => {
    const { tokens } = bench.emulator;
    expect(tokens.map(({ type }) => type)).toEqual(["apiKey", "apiKey", "oauth"]);
    expect(tokens[2]!.projects).toEqual([...tokens[0]!.projects, ...tokens[1]!.projects]);
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(3);
});

test("a personal access token is told who it is, under both names", async () => {
    const { status, body } = await bench.get("/auth/info");
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: "apiKey", api_key: { project: { id: bench.emulator.projectId } } });
    expect(textAt(body, "apiKey", "public_key")).toBe(textAt(body, "api_key", "public_key"));
    expect(body).not.toHaveProperty("oauth");
});

test("a user is told who they are", async () => {
    const { body } = await bench.call("GET", "/auth/info", undefined, { token: oauth!().token });
    expect(body).toEqual({
        type: "oauth",
        oauth: {
            user: {
                id: expect.stringMatching(/^\d+$/) as unknown,
                name: "User 3",
                email: expect.anything() as unknown,
            },
        },
    });
});

test("a personal access token sees its own project, a user all", async () => {
    const seen = async (token: string) => (await bench.call("GET", "/projects", undefined, { token })).body;
    expect(await seen(pat!().token)).toEqual([{ id: pat!().projects[0], name: "main" }]);
    expect(await seen(otherPat!().token)).toEqual([{ id: otherPat!().projects[0], name: "analytics" }]);
    expect(await seen(oauth!().token)).toHaveLength(2);
});

test.each([
    ["no token", {}],
    ["an unknown token", { authorization: "Bearer nobody" }],
    ["another scheme", { authorization: "Basic dXNlcjpwYXNz" }],
    ["an empty token", { authorization: "Bearer " }],
])("%s is 401", async (_, headers) => {
    const reply = await request(`${bench.emulator.url}/projects`, "GET", { headers });
    expect(reply).toMatchObject(refusal(401, "UNAUTHORIZED"));
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
});

test("a personal access token on another project is 403, whether that exists or not", async () => {
    for (const project of [otherPat!().projects[0]!, "nowhere"]) {
        expect(await bench.get(`/projects/${project}/services`)).toMatchObject(refusal(403, "FORBIDDEN"));
    }
});

test("a user on a project that does not exist is 404", async () => {
    const reply = await bench.call("GET", "/projects/nowhere/services", undefined, { token: oauth!().token });
    expect(reply).toMatchObject(refusal(404, "NOT_FOUND"));
});

test("a thing is not found in another project", async () => {
    const service = bench.emulator.create.service();
    const path = `/projects/${otherPat!().projects[0]!}/services/${service.id}`;
    expect(await bench.call("GET", path, undefined, { token: oauth!().token })).toMatchObject(
        refusal(404, "NOT_FOUND"),
    );
    expect((await bench.get(`services/${service.id}`)).status).toBe(200);
});

test.each([
    ["GET", "/nowhere", 404, "NOT_FOUND"],
    ["GET", "/projects/", 404, "NOT_FOUND"],
    ["GET", "vpcs/none", 404, "NOT_FOUND"],
    ["GET", "vpcs/none/peerings", 404, "NOT_FOUND"],
    ["GET", "services/none", 404, "NOT_FOUND"],
    ["GET", "services/__proto__", 404, "NOT_FOUND"],
    ["GET", "services/none/replicaSets", 404, "NOT_FOUND"],
    ["PUT", "services", 405, "METHOD_NOT_ALLOWED"],
    ["DELETE", "services", 405, "METHOD_NOT_ALLOWED"],
    ["POST", "/auth/info", 405, "METHOD_NOT_ALLOWED"],
    ["GET", "services/none/resize", 405, "METHOD_NOT_ALLOWED"],
])("%s %s is %d %s", async (method, path, status, code) => {
    expect(await bench.call(method, path)).toMatchObject(refusal(status, code));
});

test("a wrong verb is told which are right", async () => {
    expect((await bench.call("PUT", "services")).headers.get("allow")).toBe("GET, POST");
});

const vpc = { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" };

test.each([
    ["no JSON", { text: "{" }, 400, "INVALID_JSON"],
    [
        "another content type",
        { text: JSON.stringify(vpc), headers: { "content-type": "text/plain" } },
        415,
        "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["nothing", {}, 400, "INVALID_REQUEST"],
    ["an array", { text: "[]" }, 400, "INVALID_REQUEST"],
    ["null", { text: "null" }, 400, "INVALID_REQUEST"],
    ["a missing field", { text: JSON.stringify({ ...vpc, cidr: undefined }) }, 400, "INVALID_REQUEST"],
    ["a field of a wrong type", { text: JSON.stringify({ ...vpc, name: 7 }) }, 400, "INVALID_REQUEST"],
    ["an unknown field", { text: JSON.stringify({ ...vpc, colour: "red" }) }, 400, "INVALID_REQUEST"],
    ["a megabyte and more", { text: JSON.stringify({ ...vpc, name: "x".repeat(2 ** 20) }) }, 413, "TOO_LARGE"],
])("a body that is %s", async (_, sent, status, code) => {
    expect(await bench.call("POST", "vpcs", undefined, sent)).toMatchObject(refusal(status, code));
    expect((await bench.get("vpcs")).body).toEqual([]);
});

test("an invalid field is named", async () => {
    const reply = await bench.post("services", { name: "orders", addons: ["time-series", "colour"] });
    expect(textAt(reply.body, "message")).toMatch(/^addons\.1: /);
});

test("an endpoint without a body takes none, or an empty object", async () => {
    const { id } = bench.emulator.create.service();
    expect(await bench.post(`services/${id}/enablePooler`, { now: true })).toMatchObject(
        refusal(400, "INVALID_REQUEST"),
    );
    expect((await bench.post(`services/${id}/enablePooler`, {})).status).toBe(200);
});

test("a query that the endpoint does not know is refused", async () => {
    expect(await bench.get("services?limit=5")).toMatchObject(refusal(400, "INVALID_REQUEST"));
});

test("options give more projects and fixed tokens", async () => {
    const other = await Bench.start({
        projects: ["one", "two", "three"],
        tokens: [
            { token: "key-of-two", projects: ["two"] },
            { token: "some", projects: ["one", "three"] },
        ],
    });
    const seen = async (token: string) => (await other.call("GET", "/projects", undefined, { token })).body;
    expect(await seen("key-of-two")).toMatchObject([{ name: "two" }]);
    expect(await seen("some")).toMatchObject([{ name: "one" }, { name: "three" }]);
    await other.stop();
});

test("a token for a project that there is not does not start", async () => {
    await expect(Bench.start({ tokens: [{ projects: ["nowhere"] }] })).rejects.toThrow("there is no project nowhere");
});

test("the same seed gives the same tokens, another one others", async () => {
    const tokens = async (seed: number) => {
        const other = await Bench.start({ seed });
        await other.stop();
        return other.emulator.tokens;
    };
    expect(await tokens(7)).toEqual(await tokens(7));
    expect(await tokens(7)).not.toEqual(await tokens(8));
});
