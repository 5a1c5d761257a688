import fc from "fast-check";
import { fillPath, idFault, pathParameters } from "../../src/api/request";

const template = "/projects/{project_id}/services/{service_id}/resize";

describe("a path parameter", () => {
    it.each([
        [undefined, "must be a string"],
        [7, "must be a string"],
        ["", "must not be empty"],
        [".", "would change the path of the request"],
        ["..", "would change the path of the request"],
        ["a/b", "would change the path of the request"],
        ["a\\b", "would change the path of the request"],
        ["a?b=c", "would change the path of the request"],
        ["a#b", "would change the path of the request"],
        ["%2e%2e", "would change the path of the request"],
        ["a\nb", "contains a control character"],
        ["a\u0085b", "contains a control character"],
        ["a\ud800", "is not well-formed Unicode"],
    ])("%j is refused", (id, fault) => expect(idFault(id)).toBe(fault));

    it.each(["vpc-1", "a b", "a+b", "a&b=c", "ünï", "…", "a..b", "😀"])("%s is taken", (id) =>
        expect(idFault(id)).toBeUndefined(),
    );

    it("is refused or stays one segment that reads the same", () =>
        fc.assert(
            fc.property(fc.string({ unit: "binary" }), (id) => {
                if (idFault(id) !== undefined) return;
                const path = fillPath(template, { project_id: "p", service_id: id });
                const segments = new URL(`https://example.com/v1${path}`).pathname.split("/");
                expect(segments.map(decodeURIComponent)).toEqual(["", "v1", "projects", "p", "services", id, "resize"]);
            }),
        ));
});

it("finds the parameters of a path", () => {
    expect(pathParameters(template)).toEqual(["project_id", "service_id"]);
    expect(pathParameters("/projects")).toEqual([]);
});
