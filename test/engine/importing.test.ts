import { parseImport } from "../../src/engine/run/importing";

const resource = { type: "t", name: "n", id: "i", inputs: {}, outputs: {} };

test("an import file that the CLI would read from the provider is refused by the field", () => {
    expect(parseImport({ resources: [resource] })).toEqual({ resources: [resource] });
    const without = { ...resource, outputs: undefined };
    expect(() => parseImport({ resources: [without] })).toThrow(
        /^this is no import file with inputs and outputs: .*\n.*resources\[0\]\.outputs/,
    );
    expect(() => parseImport({ resources: [{ ...resource, parent: "p" }] })).toThrow(/"parent"/);
    expect(() => parseImport(undefined)).toThrow(/^this is no import file/);
});
