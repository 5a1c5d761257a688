import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { UnsupportedError } from "./model/resource";
import { packageRoot } from "../packageRoot";
import { findProjectFile } from "../projectFile";
import { type Properties, Secret } from "./model/values";
import { Passphrase } from "./state/passphrase";

const runtimeOptions = z.looseObject({
    typescript: z.boolean().optional(),
    tsconfig: z.string().optional(),
    nodeargs: z.string().optional(),
});

const projectFile = z.looseObject({
    name: z.string(),
    runtime: z.union([z.string(), z.looseObject({ name: z.string(), options: runtimeOptions.nullish() })]),
    main: z.string().optional(),
    config: z.record(z.string(), z.unknown()).nullish(),
});

export interface Project {
    name: string;
    /** The directory of `Pulumi.yaml` and the stack configuration. */
    root: string;
    dir: string;
    /** A file in `dir`, or `.` for the entry of its package.json. */
    entry: string;
    typescript: boolean;
    tsconfig?: string;
    nodeArgs: string[];
    config: Record<string, unknown>;
}

function programAt(root: string, main?: string): { dir: string; entry: string } {
    if (!main) return { dir: root, entry: "." };
    const target = path.resolve(root, main);
    if (!existsSync(target)) throw new Error(`the project's 'main', ${target}, does not exist`);
    if (statSync(target).isDirectory()) return { dir: target, entry: "." };
    return { dir: path.dirname(target), entry: path.basename(target) };
}

/** @throws Error for a missing or invalid project file; UnsupportedError for a runtime other than Node.js. */
export function readProject(dir: string): Project {
    const file = findProjectFile(path.resolve(dir));
    if (!file) throw new Error(`no Pulumi.yaml in ${path.resolve(dir)} or above it`);
    const parsed = projectFile.safeParse(parse(readFileSync(file, "utf8")));
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    const { name, main, config, runtime } = parsed.data;
    const { name: language, options } = typeof runtime === "string" ? { name: runtime } : runtime;
    if (language !== "nodejs") throw new UnsupportedError(`runtime '${language}'`);
    const root = path.dirname(file);
    return {
        name,
        root,
        ...programAt(root, main),
        typescript: options?.typescript ?? true,
        tsconfig: options?.tsconfig,
        nodeArgs: options?.nodeargs?.split(/\s+/).filter(Boolean) ?? [],
        config: config ?? {},
    };
}

/** The SDK that the working directory resolves to, or else the engine's own. */
function sdkPackage(): string {
    const manifest = "@pulumi/pulumi/package.json";
    try {
        return path.dirname(createRequire(path.join(process.cwd(), "package.json")).resolve(manifest));
    } catch {
        return path.dirname(require.resolve(manifest));
    }
}

/** @returns the directory of a temporary project with this program, which finds this package and `@pulumi/pulumi` */
export function writeInlineProgram(source: string, project: string): string {
    const dir = mkdtempSync(path.join(tmpdir(), "clouddb-try-"));
    const files = {
        "index.js": source,
        "package.json": JSON.stringify({ name: project, private: true, type: "commonjs", main: "index.js" }),
        "Pulumi.yaml": JSON.stringify({ name: project, runtime: { name: "nodejs", options: { typescript: false } } }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
    const modules = path.join(dir, "node_modules");
    mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
    symlinkSync(sdkPackage(), path.join(modules, "@pulumi", "pulumi"), "junction");
    symlinkSync(packageRoot, path.join(modules, "pulumi-clouddb"), "junction");
    return dir;
}

/** A configuration value: a string, or the JSON of any other value. */
interface ConfigValue {
    value: string;
    secret: boolean;
}

/** By full key, `namespace:name`. */
export type StackConfig = ReadonlyMap<string, ConfigValue>;

/** A configuration value in `deploy`'s options. `{ secret }` is stored encrypted and never shown. */
export type ConfigInput = string | number | boolean | { secret: string } | readonly unknown[] | Record<string, unknown>;

const textOf = (value: unknown, replacer?: (key: string, part: unknown) => unknown): string =>
    typeof value === "string" ? value : JSON.stringify(value, replacer);

const isSecretInput = (input: ConfigInput): input is { secret: string } =>
    typeof input === "object" && "secret" in input && Object.keys(input).length === 1;

export function configValue(input: ConfigInput): ConfigValue {
    const secret = isSecretInput(input);
    return { value: textOf(secret ? input.secret : input), secret };
}

/** The configuration for the provider of dynamic resources, which receives all of it. */
export function providerConfig(config: StackConfig): Properties {
    return Object.fromEntries([...config].map(([key, { value, secret }]) => [key, secret ? new Secret(value) : value]));
}

/** The environment variables from which the SDK reads the configuration in the program's process. */
export function configEnvironment(config: StackConfig): NodeJS.ProcessEnv {
    const values = Object.fromEntries([...config].map(([key, { value }]) => [key, value]));
    const secretKeys = [...config].filter(([, { secret }]) => secret).map(([key]) => key);
    return { PULUMI_CONFIG: JSON.stringify(values), PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys) };
}

const stackFile = z.looseObject({
    encryptionsalt: z.string().optional(),
    secretsprovider: z.string().optional(),
    config: z.record(z.string(), z.unknown()).nullish(),
});

const sealedValue = z.strictObject({ secure: z.string() });

function opened(value: unknown, open: (sealed: string) => string): ConfigValue {
    let secret = false;
    const plain = (_key: string, part: unknown): unknown => {
        const sealed = sealedValue.safeParse(part).data;
        if (!sealed) return part;
        secret = true;
        return open(sealed.secure);
    };
    const text = textOf(plain("", value), plain);
    return { value: text, secret };
}

function projectConfig({ config }: Project): [key: string, ConfigValue][] {
    return Object.entries(config).flatMap(([key, given]) => {
        // In place of a value: its `value` or `default`, and whether it is `secret`.
        const declared = z.looseObject({}).safeParse(given).data;
        const value = declared ? (declared.value ?? declared.default) : given;
        if (value === undefined || value === null) return [];
        return [[key, { value: textOf(value), secret: declared?.secret === true }]];
    });
}

async function stackFileConfig(file: string, passphrase: () => string): Promise<[key: string, ConfigValue][]> {
    if (!existsSync(file)) return [];
    const parsed = stackFile.safeParse(parse(readFileSync(file, "utf8")) ?? {});
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    const { encryptionsalt: salt, secretsprovider } = parsed.data;
    if (secretsprovider && secretsprovider !== "passphrase")
        throw new UnsupportedError(`secrets provider '${secretsprovider}' of ${file}`);
    const key = salt === undefined ? undefined : await Passphrase.open(passphrase(), salt, file);
    const open = (sealed: string) => {
        if (!key) throw new Error(`${file} has a secure value, but no encryptionsalt`);
        return key.decrypt(sealed);
    };
    return Object.entries(parsed.data.config ?? {}).map(([name, value]) => [name, opened(value, open)]);
}

/**
 * The configuration from `Pulumi.yaml`, `Pulumi.STACK.yaml` and `inputs`. Each takes precedence over the previous one, and
 * a key without a namespace belongs to the project.
 * @param passphrase called only if there is something to decrypt
 * @throws Error for an invalid file or a wrong passphrase; UnsupportedError for any other secrets provider.
 */
export async function readConfig(
    project: Project,
    stack: string,
    inputs: Record<string, ConfigInput>,
    passphrase: () => string,
): Promise<StackConfig> {
    const ofStack = await stackFileConfig(path.join(project.root, `Pulumi.${stack}.yaml`), passphrase);
    const given = Object.entries(inputs).map(([key, input]) => [key, configValue(input)] as const);
    const entries = [...projectConfig(project), ...ofStack, ...given];
    return new Map(entries.map(([key, value]) => [key.includes(":") ? key : `${project.name}:${key}`, value]));
}
