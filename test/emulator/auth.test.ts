// Authentication, authorisation and request validation.
import { Bench, refusal, request, textAt } from "./support/raw";

let bench: Bench;
beforeAll(async () => (bench = await Bench.start()));
afterAll(() => bench.stop());

const tokenOf = (n: number) => bench.emulator.tokens[n]!;
const [main, analytics, oauth] = [() => tokenOf(0), () => tokenOf(1), () => tokenOf(2)];
const getAs = (token: string, path: string) => bench.call("GET", path, undefined, { token });

test("each of the two projects has a personal access token, and an OAuth token has access to both", async () => {
    expect(bench.emulator.tokens.map(({ type }) => type)).toEqual(["apiKey", "apiKey", "oauth"]);
    expect(new Set(bench.emulator.tokens.map(({ token }) => token)).size).toBe(3);
    const projects = [
        { id: main().projects[0], name: "main" },
        { id: analytics().projects[0], name: "analytics" },
    ];
    expect((await getAs(main().token, "/projects")).body).toEqual([projects[0]]);
    expect((await getAs(analytics().token, "/projects")).body).toEqual([projects[1]]);
    expect((await getAs(oauth().token, "/projects")).body).toEqual(projects);
});

test.each<Record<string, string>>([
    {},
    { authorization: "Bearer nobody" },
    { authorization: "Basic dXNlcjpwYXNz" },
    { authorization: "Bearer " },
])("headers %j are 401", async (headers) => {
    const reply = await request(`${bench.emulator.url}/projects`, "GET", { headers });
    expect(reply).toMatchObject(refusal(401, "UNAUTHORIZED"));
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
});

test("other projects are 403 for a personal access token, and 404 for a user if they do not exist", async () => {
    for (const project of [analytics().projects[0]!, "nowhere"]) {
        expect(await bench.get(`/projects/${project}/services`)).toMatchObject(refusal(403, "FORBIDDEN"));
    }
    expect(await getAs(oauth().token, "/projects/nowhere/services")).toMatchObject(refusal(404, "NOT_FOUND"));
});

test("a resource is not found in another project", async () => {
    const { id } = bench.emulator.create.service();
    const elsewhere = `/projects/${analytics().projects[0]!}/services/${id}`;
    expect(await getAs(oauth().token, elsewhere)).toMatchObject(refusal(404, "NOT_FOUND"));
    expect((await bench.get(`services/${id}`)).status).toBe(200);
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
    const reply = await bench.call(method, path);
    expect(reply).toMatchObject(refusal(status, code));
    if (path === "services") expect(reply.headers.get("allow")).toBe("GET, POST");
});

// A body that is a wrong object: refusals.test.ts.
const vpc = JSON.stringify({ cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" });

test.each([
    ["no JSON", { text: "{" }, 400, "INVALID_JSON"],
    ["text/plain", { text: vpc, headers: { "content-type": "text/plain" } }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["nothing", {}, 400, "INVALID_REQUEST"],
    ["an array", { text: "[]" }, 400, "INVALID_REQUEST"],
    ["null", { text: "null" }, 400, "INVALID_REQUEST"],
    ["a megabyte and more", { text: vpc.replace("net", "x".repeat(2 ** 20)) }, 413, "TOO_LARGE"],
])("a body that is %s", async (_, sent, status, code) => {
    expect(await bench.call("POST", "vpcs", undefined, sent)).toMatchObject(refusal(status, code));
    expect((await bench.get("vpcs")).body).toEqual([]);
});

test("an invalid field is named", async () => {
    const reply = await bench.post("services", { name: "orders", addons: ["time-series", "colour"] });
    expect(textAt(reply.body, "message")).toMatch(/^addons\.1: /);
});

test("an endpoint without a body takes an empty object", async () => {
    const { id } = bench.emulator.create.service();
    expect((await bench.post(`services/${id}/enablePooler`, {})).status).toBe(200);
});

test("the options define projects and tokens", async () => {
    const two = { token: "key-of-two", projects: ["two"] };
    const some = { token: "some", projects: ["one", "three"] };
    const other = await Bench.start({ projects: ["one", "two", "three"], tokens: [two, some] });
    for (const { token, projects } of [two, some]) {
        const { body } = await other.call("GET", "/projects", undefined, { token });
        expect(body).toMatchObject(projects.map((name) => ({ name })));
    }
    await other.stop();
    await expect(Bench.start({ tokens: [{ projects: ["nowhere"] }] })).rejects.toThrow("there is no project nowhere");
});
