import { z } from "zod";
import { type Properties, Secret } from "./model/values";
import type { Project } from "./project";

/** A configuration value: a string, or the JSON of any other value. */
interface ConfigValue {
    value: string;
    secret: boolean;
}

/** By full key, `namespace:name`. */
export type StackConfig = ReadonlyMap<string, ConfigValue>;

/** A configuration value in `deploy`'s options. `{ secret }` is never shown. */
export type ConfigInput = string | number | boolean | { secret: string } | readonly unknown[] | Record<string, unknown>;

const configText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const isSecretInput = (input: ConfigInput): input is { secret: string } =>
    typeof input === "object" && "secret" in input && Object.keys(input).length === 1;

export function configValue(input: ConfigInput): ConfigValue {
    const secret = isSecretInput(input);
    return { value: configText(secret ? input.secret : input), secret };
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

function projectConfig({ config }: Project): [key: string, ConfigValue][] {
    return Object.entries(config).flatMap(([key, given]) => {
        // In place of a value: its `value` or `default`, and whether it is `secret`.
        const declared = z.looseObject({}).safeParse(given).data;
        const value = declared ? (declared.value ?? declared.default) : given;
        if (value === undefined || value === null) return [];
        return [[key, { value: configText(value), secret: declared?.secret === true }]];
    });
}

/** The configuration from `Pulumi.yaml` and `inputs`, which take precedence. A key without a namespace belongs to the project. */
export function stackConfig(project: Project, inputs: Record<string, ConfigInput>): StackConfig {
    const given = Object.entries(inputs).map(([key, input]) => [key, configValue(input)] as const);
    const entries = [...projectConfig(project), ...given];
    return new Map(entries.map(([key, value]) => [key.includes(":") ? key : `${project.name}:${key}`, value]));
}
