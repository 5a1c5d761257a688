import { readdirSync } from "node:fs";
import path from "node:path";
import * as clouddb from "../../../src";

const folder = path.join(__dirname, "..", "..", "..", "src", "program", "functions");
const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));

test.each(files)("what a program calls in functions/%s is exported by the package", (file) => {
    const functions = Object.keys(jest.requireActual<object>(path.join(folder, file))).filter((name) =>
        /^get[A-Z]/.test(name),
    );
    expect(Object.keys(clouddb)).toEqual(expect.arrayContaining(functions));
});
