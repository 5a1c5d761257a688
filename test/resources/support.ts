import * as pulumi from "@pulumi/pulumi";

export interface Registered {
    readonly type: string;
    readonly name: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly id: string | undefined;
}

/** Sets mocks as in a user's unit tests; returns what is registered. */
export async function withMocks({ preview = false } = {}): Promise<Registered[]> {
    const registered: Registered[] = [];
    await pulumi.runtime.setMocks(
        {
            newResource({ type, name, inputs, id }) {
                registered.push({ type, name, inputs: inputs as Registered["inputs"], id });
                const state = {
                    ...(inputs as object),
                    endpoint: { host: `${name}.example`, port: 5432 },
                    projectId: "p1",
                };
                return { id: id === undefined || id === "" ? `${name}-id` : id, state };
            },
            call: ({ inputs }) => inputs as Record<string, unknown>,
        },
        "project",
        "stack",
        preview,
    );
    return registered;
}

/** The value of an output. */
export const valueOf = <T>(output: pulumi.Output<T>): Promise<T> =>
    new Promise((resolve) => {
        output.apply((value) => resolve(value));
    });
