// Bad input: what is wrong is said before anything is sent, and without the values, which may be secrets.
import { settingsFrom } from "../../../src/commands/doctor/projects";
import { readStackExport } from "../../../src/commands/doctor/stackExport";
import { UserError } from "../../../src/provider/lifecycle";
import { stackExport } from "./support";

const isNone = "the file is no Pulumi deployment of version 3 or 4";
const notJson = "is not JSON: it takes what `pulumi stack export` prints.";
const withResource = (resource: unknown) => JSON.stringify({ version: 3, deployment: { resources: [resource] } });

test.each<[string, string, string]>([
    ["nothing", " \n", "the file is empty: it takes what `pulumi stack export` prints."],
    ["no JSON", "s3cret", `the file ${notJson}`],
    ["half a document", stackExport([]).slice(0, -1), `the file ${notJson}`],
    ["another JSON value", "[]", `${isNone}: it must be an object.`],
    ["another version", '{"version": 5, "deployment": {}}', `${isNone}: version must be one of 3, 4.`],
    ["no version", '{"deployment": {}}', `${isNone}: version must be one of 3, 4.`],
    ["no deployment", '{"version": 3}', `${isNone}: deployment is required.`],
    ["a resource without a URN", withResource({ type: "t" }), `${isNone}: deployment.resources[0].urn is required.`],
    ["an id that is no text", withResource({ urn: "u", type: "t", id: 5 }), `${isNone}: deployment.resources[0].id must be a string.`],
])("an export that is %s is refused", (_what, text, message) => {
    expect(() => readStackExport(text, "the file")).toThrow(new UserError(message));
}); // prettier-ignore

test("an empty stack, and resources of other packages", () => {
    const none = { resources: [], pending: [] };
    expect(readStackExport('{"version": 3, "deployment": {}}', "f")).toEqual(none);
    expect(
        readStackExport('{"version": 3, "deployment": {"resources": null, "pending_operations": null}}', "f"),
    ).toEqual(none);
    const other = { urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket", id: "b" };
    expect(readStackExport(`\uFEFF${withResource(other)}`, "f")).toEqual(none);
});

test("a stack that uses a newer feature of the state, as after `pulumi state taint`", () => {
    const [tainted, plain] = [{ taint: true }, {}].map((mark) => ({
        urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/clouddb:Service::db",
        type: "pulumi-nodejs:dynamic/clouddb:Service",
        id: "p/abcdefghij",
        ...mark,
    }));
    const newer = { version: 4, features: ["taint"], deployment: { resources: [tainted] } };
    expect(readStackExport(JSON.stringify(newer), "f")).toEqual(readStackExport(withResource(plain), "f"));
});

test("the settings are the provider's, from the environment; the option comes first", () => {
    const environment = {
        CLOUDDB_API_KEY: "k",
        CLOUDDB_BASE_URL: "https://a/v1",
        CLOUDDB_PROFILES: '{"analytics": {"apiKey": "l"}}',
    };
    expect(settingsFrom(environment, undefined)).toMatchObject({
        apiKey: "k",
        baseUrl: "https://a/v1",
        profiles: { analytics: { apiKey: "l" } },
    });
    expect(settingsFrom(environment, "https://b/v1").baseUrl).toBe("https://b/v1");
    expect(() => settingsFrom({ CLOUDDB_PROFILES: "s3cret" }, undefined)).toThrow(
        /^clouddb:profiles is not valid JSON/,
    );
});
