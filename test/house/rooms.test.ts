// What a newcomer has to open: few wings, each a line of src/README.md, and a provider that can be read apart from the rest.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { definitions } from "../../src/provider/lifecycle/definitions";

const root = path.resolve(__dirname, "..", "..", "src");
const page = readFileSync(path.join(root, "README.md"), "utf8");
const entries = readdirSync(root, { withFileTypes: true });

test("the first floor has few rooms, each of which the page describes, and nothing loose beside the entries", () => {
    const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(rooms.length).toBeLessThanOrEqual(9);
    const described = [...page.matchAll(/^\| `(\w+)\/` /gm)].map(([, name]) => name);
    expect(described.slice(0, rooms.length).sort()).toEqual(rooms.sort());
    const loose = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts")).map(({ name }) => name);
    expect(loose.sort()).toEqual(["index.ts", "native.ts", "testing.ts"]);
});

test("the author of a provider with five types of resources opens at most 80 files, and three more for each further one", () => {
    const all = readdirSync(path.join(root, "provider"), { recursive: true, encoding: "utf8" });
    // The second door only translates, and a function reads by the definitions: an argument is none of their business.
    const files = all.filter((file) => !/^(native|functions)\b/.test(file));
    const further = Object.keys(definitions).length - 5;
    expect(files.filter((file) => file.endsWith(".ts")).length).toBeLessThanOrEqual(80 + 3 * further);
});
