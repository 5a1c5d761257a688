// A Pulumi program's process, as far as functions see it: configuration, and whether this is a preview.
import * as pulumi from "@pulumi/pulumi";
import { takeForEngine } from "../../../support/takeForEngine";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../src/emulator";

/** Starts an emulator and configures the process for it. */
export async function programWith(options: EmulatorOptions = {}): Promise<Emulator> {
    const emulator = await startEmulator({ timeScale: 0, ...options });
    await inProgram({ baseUrl: emulator.url, apiKey: emulator.token });
    return emulator;
}

/** Configures the process as the engine does, with mocks in the engine's place. */
export async function inProgram(config: Readonly<Record<string, unknown>>, { preview = false } = {}): Promise<void> {
    await pulumi.runtime.setMocks(
        {
            // As the engine: what is created in a preview has no id yet.
            newResource: ({ inputs, name }) => ({ id: preview ? undefined : `${name}-id`, state: inputs as object }),
            call: () => ({}),
        },
        "project",
        "stack",
        preview,
    );
    takeForEngine(pulumi);
    const texts = Object.entries(config).map(([key, value]) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return [`clouddb:${key}`, text] as const;
    });
    pulumi.runtime.setAllConfig(
        Object.fromEntries(texts),
        texts.map(([key]) => key),
    );
}

export interface Settled<T> {
    readonly value: T;
    readonly known: boolean;
    readonly secret: boolean;
}

/** The resolved output. */
export async function settle<T>(output: pulumi.Output<T>): Promise<Settled<T>> {
    const inside = output as unknown as { promise(): Promise<T>; isKnown: Promise<boolean> };
    const known = await inside.isKnown;
    return { value: await inside.promise(), known, secret: await pulumi.isSecret(output) };
}

/** The message of what a promise or an output fails with. */
export async function failure(failing: Promise<unknown>): Promise<string> {
    return failing.then(
        (value) => {
            throw new Error(`did not fail, but gave ${JSON.stringify(value)}`);
        },
        (error: unknown) => (error as Error).message,
    );
}
