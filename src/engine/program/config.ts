import { Secret, type Properties } from "../model/values";

/** A configuration value: a string, or the JSON of any other value. */
export interface ConfigValue {
    value: string;
    secret: boolean;
}

/** By full key, `namespace:name`. */
export type StackConfig = ReadonlyMap<string, ConfigValue>;

/** A configuration value in `deploy`'s options. `{ secret }` is stored encrypted and never shown. */
export type ConfigInput = string | number | boolean | { secret: string } | readonly unknown[] | Record<string, unknown>;

/** A key without a namespace belongs to the project. */
export const fullKey = (key: string, project: string) => (key.includes(":") ? key : `${project}:${key}`);

export const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const isSecretInput = (input: ConfigInput): input is { secret: string } =>
    typeof input === "object" && "secret" in input && Object.keys(input).length === 1;

export function configValue(input: ConfigInput): ConfigValue {
    if (isSecretInput(input)) return { value: textOf(input.secret), secret: true };
    return { value: textOf(input), secret: false };
}

/** The configuration for the provider of dynamic resources, which receives all of it. */
export function providerConfig(config: StackConfig): Properties {
    const entries = [...config].map(([key, { value, secret }]) => [key, secret ? new Secret(value) : value] as const);
    return Object.fromEntries(entries);
}

/** The environment variables from which the SDK reads the configuration in the program's process. */
export function configEnvironment(config: StackConfig): NodeJS.ProcessEnv {
    const values = Object.fromEntries([...config].map(([key, { value }]) => [key, value]));
    const secretKeys = [...config].filter(([, { secret }]) => secret).map(([key]) => key);
    return { PULUMI_CONFIG: JSON.stringify(values), PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys) };
}
