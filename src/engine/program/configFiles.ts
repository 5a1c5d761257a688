import path from "node:path";
import { readFileSync, existsSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { UnsupportedError } from "../model/unsupported";
import { Passphrase } from "../state/passphrase";
import { type ConfigValue, fullKey, type StackConfig, textOf } from "./config";
import type { Project } from "./project";

const stackFile = z.looseObject({
    encryptionsalt: z.string().optional(),
    secretsprovider: z.string().optional(),
    encryptedkey: z.string().optional(),
    config: z.record(z.string(), z.unknown()).nullish(),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);

const sealedText = (value: unknown): string | undefined =>
    isRecord(value) && typeof value.secure === "string" && Object.keys(value).length === 1 ? value.secure : undefined;

/** Decrypts all `secure:` entries of a value. */
function opened(value: unknown, open: (sealed: string) => string): { plain: unknown; secret: boolean } {
    const sealed = sealedText(value);
    if (sealed !== undefined) return { plain: open(sealed), secret: true };
    if (Array.isArray(value)) {
        const items = value.map((item) => opened(item, open));
        return { plain: items.map(({ plain }) => plain), secret: items.some(({ secret }) => secret) };
    }
    if (!isRecord(value)) return { plain: value, secret: false };
    const fields = Object.entries(value).map(([name, field]) => [name, opened(field, open)] as const);
    const plain = Object.fromEntries(fields.map(([name, field]) => [name, field.plain]));
    return { plain, secret: fields.some(([, { secret }]) => secret) };
}

/** Values and defaults from `Pulumi.yaml`. Types and other metadata are ignored. */
function projectConfig(project: Project): Map<string, ConfigValue> {
    const config = new Map<string, ConfigValue>();
    for (const [key, declared] of Object.entries(project.config)) {
        const value = isRecord(declared) ? (declared.value ?? declared.default) : declared;
        if (value === undefined || value === null) continue;
        const secret = isRecord(declared) && declared.secret === true;
        config.set(fullKey(key, project.name), { value: textOf(value), secret });
    }
    return config;
}

/**
 * Reads the configuration from `Pulumi.yaml` and `Pulumi.STACK.yaml`, which takes precedence.
 * @param passphrase called only if there is something to decrypt
 * @throws Error for an invalid file or a wrong passphrase; UnsupportedError for any other secrets provider.
 */
export async function readConfigFiles(project: Project, stack: string, passphrase: () => string): Promise<StackConfig> {
    const config = projectConfig(project);
    const file = path.join(project.root, `Pulumi.${stack}.yaml`);
    if (!existsSync(file)) return config;
    const parsed = stackFile.safeParse(parse(readFileSync(file, "utf8")) ?? {});
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    const { encryptionsalt: salt, secretsprovider } = parsed.data;
    if (secretsprovider && secretsprovider !== "passphrase")
        throw new UnsupportedError(`secrets provider '${secretsprovider}' of ${file}`);
    const key = salt === undefined ? undefined : await Passphrase.open(passphrase(), salt);
    const open = (sealed: string) => {
        if (!key) throw new Error(`${file} has a secure value, but no encryptionsalt`);
        return key.decrypt(sealed);
    };
    for (const [name, value] of Object.entries(parsed.data.config ?? {})) {
        const { plain, secret } = opened(value, open);
        config.set(fullKey(name, project.name), { value: textOf(plain), secret });
    }
    return config;
}
