import * as pulumi from "@pulumi/pulumi";

/** Sets mocks as in a user's unit tests. */
export const withMocks = (): Promise<void> =>
    pulumi.runtime.setMocks({
        newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as object }),
        call: ({ inputs }) => inputs as Record<string, unknown>,
    });

/** The value of an output. */
export const valueOf = <T>(output: pulumi.Output<T>): Promise<T> =>
    new Promise((resolve) => {
        output.apply((value) => resolve(value));
    });
