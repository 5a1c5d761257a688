// Loads src/ and test/ as they are, compiled on the fly: what runs on a virtual clock needs more than the package's entries.
"use strict";
const { readFileSync } = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const root = path.dirname(path.dirname(__dirname));
const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
const compilerOptions = {
    ...options,
    module: ts.ModuleKind.CommonJS,
    noEmit: false,
    declaration: false,
    sourceMap: false,
};

require.extensions[".ts"] = (module, file) =>
    module._compile(
        ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions, fileName: file }).outputText,
        file,
    );

module.exports = (file) => require(path.join(root, file));
