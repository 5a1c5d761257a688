import eslint from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

// The rooms of src/, from the bottom up: each may import itself, `shared`, and what its entry names, nothing else.
const may = {
    shared: [],
    "provider/api": [],
    "provider/lifecycle": ["provider/api"],
    "provider/config": ["provider/lifecycle", "provider/api"],
    "provider/dynamic": ["provider/config", "provider/lifecycle", "provider/api"],
    program: ["provider/config", "provider/lifecycle", "provider/api", "index.ts"],
    emulator: ["provider/api"],
    engine: ["emulator"],
    "commands/doctor": ["provider"],
    "commands/sweep": ["commands/doctor", "provider/config", "provider/lifecycle", "provider/api"],
    "commands/drill": ["commands/sweep", "provider/config", "provider/lifecycle", "provider/api"],
    "commands/cli": ["commands", "engine", "emulator", "provider/config", "provider/lifecycle"],
};
// The same inside the wing of the program, where only the mocks import what a program does.
const insideProgram = {
    resources: [],
    functions: ["resources"],
    components: ["functions", "resources"],
    mocks: ["resources", "functions", "components"],
};
const files = ["arguments.ts", "checks.ts", "runtime.ts"];
const zones = [
    ...Object.entries(may).map(([folder, allowed]) => ({
        target: `./src/${folder}`,
        from: "./src",
        except: [...new Set([folder, "shared", ...allowed])].map((f) => `./${f}`),
        message: `src/${folder} may import only ${[folder, "shared", ...allowed].join(", ")}.`,
    })),
    ...Object.entries(insideProgram).map(([folder, allowed]) => ({
        target: `./src/program/${folder}`,
        from: "./src/program",
        except: [folder, ...allowed, ...files].map((f) => `./${f}`),
        message: `src/program/${folder} may import only ${[folder, ...allowed].join(", ")} of src/program.`,
    })),
];

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
            "import-x/no-cycle": "error",
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
