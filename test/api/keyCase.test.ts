import fc from "fast-check";
import { camelize, camelWord, snakeize, snakeWord } from "../../src/api/endpoint";

/** A snake_case name. */
const word = fc
    .array(fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join("_"));

describe("a word", () => {
    it("comes back the same from ours to the API's", () =>
        fc.assert(fc.property(word, (api) => snakeWord(camelWord(api)) === api)));

    it.each([
        ["project_id", "projectId"],
        ["memory_gbs", "memoryGbs"],
        ["sync_replica_count", "syncReplicaCount"],
        ["id", "id"],
    ])("%s is %s", (api, ours) => {
        expect(camelWord(api)).toBe(ours);
        expect(snakeWord(ours)).toBe(api);
    });
});

it("renames every key at any depth, and touches no value", () => {
    const api = { a_b: [{ c_d: "e_f" }, "g_h", null], i_j: { k_l: 1 } };
    const ours = { aB: [{ cD: "e_f" }, "g_h", null], iJ: { kL: 1 } };
    expect(camelize(api)).toEqual(ours);
    expect(snakeize(ours)).toEqual(api);
});

it("renames any number of keys", () => {
    for (let n = 0; n < 2_500; n++) expect(camelWord(`key_${n}_of`)).toBe(`key${n}Of`);
    expect(camelWord("key_1_of")).toBe("key1Of");
});
