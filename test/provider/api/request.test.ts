import { inspect } from "node:util";
import fc from "fast-check";
import { json } from "../../support/httpServer";
import { endpoints } from "../../../src/provider/api";
import { buildRequest, idFault } from "../../../src/provider/api/request";
import { apiErrorOf, service, withClient } from "./support";

describe("arguments", () => {
    it("become a path, and a body in the API's words", () =>
        withClient(json(202), async (client, { received }) => {
            await client.services.resize({ ...service, cpuMillis: "2000", memoryGbs: "8" });
            expect(received).toMatchObject([
                {
                    method: "POST",
                    url: "/v1/projects/p1/services/s1/resize",
                    body: '{"cpu_millis":"2000","memory_gbs":"8"}',
                },
            ]);
            expect(received[0]?.headers["content-type"]).toBe("application/json");
        }));

    it("that are not given are not sent", () =>
        withClient(json(202), async (client, { received }) => {
            await client.services.setHa({ ...service, replicaCount: 0, syncReplicaCount: undefined });
            await client.services.start({ ...service });
            expect(received.map(({ body }) => body)).toEqual(['{"replica_count":0}', ""]);
            expect(received[1]?.headers["content-type"]).toBeUndefined();
        }));

    it("become a query, with lists as repeated parameters", () =>
        withClient(json(200, { logs: [] }), async (client, { received }) => {
            await client.services.logs({
                ...service,
                node: 0,
                search: ["a b", "c&d=e"],
                severities: ["ERROR", "FATAL"],
                since: "2026-01-01T00:00:00+02:00",
                cursor: "x/y?",
            });
            await client.services.logs({ ...service, search: [] });
            const [asked, bare] = received.map(({ url }) => new URL(url, "http://h"));
            expect(asked?.searchParams.getAll("search")).toEqual(["a b", "c&d=e"]);
            expect(asked?.searchParams.getAll("severities")).toEqual(["ERROR", "FATAL"]);
            expect(asked?.searchParams.get("since")).toBe("2026-01-01T00:00:00+02:00");
            expect(asked?.searchParams.get("cursor")).toBe("x/y?");
            expect(asked?.searchParams.get("node")).toBe("0");
            expect(bare?.search).toBe("");
        }));

    it.each<[fault: string, args: Record<string, unknown>]>([
        ["memoryGbs: Invalid input: expected string, received undefined", { cpuMillis: "1", memoryGbs: undefined }],
        ["cpuMillis: Invalid input: expected string, received number", { cpuMillis: 2000 }],
        ["cpuMillis: decimal digits or `shared`", { cpuMillis: "2 CPUs" }],
        ["memory: no such argument", { memory: 1 }],
        ["cpuMillis: Invalid input: expected string, received null", { cpuMillis: null }],
        ["serviceId: must be an id: it contains one of / \\ ? # %, or is . or ..", { serviceId: "../p2" }],
        ["serviceId: must be a string", { serviceId: undefined }],
    ])("are refused before anything is sent: %s", (fault, args) =>
        withClient(json(202), async (client, { received }) => {
            const size = { cpuMillis: "1", memoryGbs: "8" };
            const error = await apiErrorOf(client.services.resize({ ...service, ...size, ...args }));
            expect(error).toMatchObject({ kind: "invalid", status: undefined, outcomeUnknown: false });
            expect(error.message).toBe(
                `POST /projects/{project_id}/services/{service_id}/resize was not sent: ${fault}`,
            );
            expect(received).toEqual([]);
        }),
    );

    it("are refused with all their faults", () =>
        withClient(json(202), async (client) => {
            const { message } = await apiErrorOf(client.services.resize({ projectId: "", x: 1 } as never));
            for (const name of ["projectId", "serviceId", "cpuMillis", "memoryGbs", "x"]) {
                expect(message).toContain(`${name}: `);
            }
        }));

    it("are refused where an endpoint takes none", () =>
        withClient(json(200, []), async (client, { received }) => {
            const { message } = await apiErrorOf(client.identity.projects({ limit: 3 }));
            expect(message).toBe("GET /projects was not sent: limit: no such argument");
            expect(received).toEqual([]);
        }));

    it("are never shown when they are refused: they may be a password", () =>
        withClient(json(204), async (client) => {
            const secret = fc.stringMatching(/^[A-Za-z0-9]{8,20}$/);
            await fc.assert(
                fc.asyncProperty(secret, async (password) => {
                    for (const args of [
                        { password: [password] },
                        { password: { password } },
                        { password, x: password },
                    ]) {
                        const call = client.services.updatePassword({ ...service, ...args } as never);
                        const error = await apiErrorOf(call);
                        expect(error.kind).toBe("invalid");
                        expect(inspect(error)).not.toContain(password);
                    }
                }),
                { numRuns: 20 },
            );
        }));
});

describe("a path parameter", () => {
    it.each<readonly [unknown, string]>([
        [undefined, "must be a string"],
        [7, "must be a string"],
        ["", "must not be empty"],
        ["a\nb", "contains a control character"],
        ["a\u0085b", "contains a control character"],
        ["a\ud800", "is not well-formed Unicode"],
    ])("%j is refused", (id, fault) => expect(idFault(id)).toBe(fault));

    it.each([".", "..", "a/b", "a\\b", "a?b=c", "a#b", "%2e%2e"])("%s is no id", (id) =>
        expect(idFault(id)).toBe("must be an id: it contains one of / \\ ? # %, or is . or .."),
    );

    it.each(["vpc-1", "a b", "a+b", "a&b=c", "ünï", "…", "a..b", "😀"])("%s is taken", (id) =>
        expect(idFault(id)).toBeUndefined(),
    );

    it("is refused or stays one segment that reads the same", () =>
        fc.assert(
            fc.property(fc.string({ unit: "binary" }), (id) => {
                if (idFault(id) !== undefined) return;
                const request = buildRequest(endpoints.startService, { projectId: "p", serviceId: id });
                const path = "path" in request ? request.path : "";
                const segments = new URL(`https://example.com/v1${path}`).pathname.split("/");
                expect(segments.map(decodeURIComponent)).toEqual(["", "v1", "projects", "p", "services", id, "start"]);
            }),
        ));
});
