import eslint from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

// The folders of src/, from the bottom up: each may import itself and what its entry names, nothing else.
const may = {
    api: ["clock.ts"],
    lifecycle: ["api", "clock.ts"],
    config: ["lifecycle", "api", "clock.ts"],
    provider: ["config", "lifecycle", "api", "clock.ts"],
    program: ["config", "lifecycle"],
    resources: ["program", "config", "lifecycle", "connectionUrl.ts"],
    functions: ["resources", "program", "config", "lifecycle", "api", "clock.ts"],
    doctor: ["provider", "config", "lifecycle", "api", "clock.ts"],
    sweep: ["doctor", "config", "lifecycle", "api", "clock.ts"],
    drill: ["sweep", "config", "lifecycle", "api", "clock.ts", "connectionUrl.ts"],
    components: ["functions", "resources", "program", "config", "lifecycle", "clock.ts"],
    mocks: ["index.ts", "config", "lifecycle"],
    emulator: ["api", "clock.ts"],
    engine: ["emulator", "clock.ts"],
    cli: ["doctor", "drill", "sweep", "engine", "emulator", "config", "lifecycle", "clock.ts", "connectionUrl.ts"],
};
const zones = Object.entries(may).map(([folder, allowed]) => ({
    target: `./src/${folder}`,
    from: "./src",
    except: [
        folder,
        ...allowed,
        "duration.ts",
        "packageRoot.ts",
        "projectFile.ts",
        "propertyPath.ts",
        "shellQuoted.ts",
    ].map((f) => `./${f}`),
    message: `src/${folder} may import only ${[folder, ...allowed].join(", ")}.`,
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
