import eslint from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

const [api, lifecycle, config] = ["provider/api", "provider/lifecycle", "provider/config"];
const functions = "provider/functions";
/** What the resources, functions and components share. */
const program = ["program/arguments.ts", "program/checks.ts", "program/sdk.ts"];
// The rooms of src/, from the bottom up: each may import itself, what all share, and what its entry names.
const may = {
    shared: [],
    [api]: [],
    [lifecycle]: [api],
    [config]: [lifecycle, api],
    "provider/dynamic": [config, lifecycle, api],
    [functions]: [config, lifecycle, api],
    "provider/native": ["provider/dynamic", functions, config, lifecycle, api],
    "program/*.ts": [...program, config, lifecycle],
    "program/resources": [...program, config, lifecycle],
    "program/functions": ["program/resources", ...program, functions, config, lifecycle, api],
    "program/components": ["program/functions", "program/resources", ...program, config, lifecycle],
    "program/mocks": ["index.ts", config, lifecycle],
    "commands/doctor": ["provider/dynamic", config, lifecycle, api],
    "commands/sweep": ["commands/doctor", config, lifecycle, api],
    "commands/drill": ["commands/sweep", "commands/doctor", config, lifecycle, api],
    "commands/verify": ["commands/drill", "commands/sweep", "commands/doctor", config, lifecycle, api],
    emulator: [api],
    engine: ["emulator"],
    "commands/cli": [
        ...["commands/doctor", "commands/drill", "commands/sweep", "commands/verify"],
        ...["engine", "emulator", config, lifecycle],
    ],
};
const zones = Object.entries(may).map(([room, allowed]) => ({
    target: `./src/${room}`,
    from: "./src",
    except: [...new Set([...(room.includes("*") ? [] : [room]), ...allowed, "shared"])].map((f) => `./${f}`),
    message: `src/${room} may import only shared, ${[room, ...allowed].join(", ")}.`,
}));

export default tseslint.config(
    { ignores: ["dist", "coverage", "**/node_modules", "scripts/build/*.d.ts"] },
    eslint.configs.recommended,
    {
        files: ["**/*.ts"],
        extends: [...tseslint.configs.strictTypeChecked],
        plugins: { "import-x": importX },
        languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
        settings: { "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".js", ".json"] })] },
        rules: {
            "@typescript-eslint/no-explicit-any": "error",
            "@typescript-eslint/consistent-type-imports": ["error", { prefer: "type-imports" }],
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
            "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
            "import-x/no-restricted-paths": ["error", { basePath: import.meta.dirname, zones }],
            "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
            "no-console": "error",
            "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
        },
    },
    {
        files: ["test/**/*.ts"],
        rules: {
            "@typescript-eslint/no-non-null-assertion": "off",
            "@typescript-eslint/unbound-method": "off",
            "max-lines": "off",
            "no-console": "off",
        },
    },
    {
        files: ["**/*.{js,mjs,cjs}"],
        languageOptions: {
            globals: {
                console: "readonly",
                process: "readonly",
                module: "writable",
                require: "readonly",
                exports: "writable",
                Buffer: "readonly",
                setTimeout: "readonly",
                __dirname: "readonly",
            },
        },
    },
);
