import * as pulumi from "@pulumi/pulumi";

/** The mocks of a unit test (`pulumi.runtime.setMocks`), if this is one: then nothing may reach an API. */
function mocks(): pulumi.runtime.Mocks | undefined {
    const monitor: object | undefined = pulumi.runtime.getMonitor();
    return monitor !== undefined && Object.hasOwn(monitor, "mocks")
        ? (monitor as { readonly mocks: pulumi.runtime.Mocks }).mocks
        : undefined;
}

/**
 * The answer of a unit test's own `call`, which is asked as for any function of Pulumi's, by a token and the arguments. It is
 * asked directly: a list does not get through Pulumi's messages, whose results are objects.
 */
export async function mocked(name: string, args: object): Promise<{ readonly result: unknown } | undefined> {
    const asked = mocks();
    if (asked === undefined) return undefined;
    return { result: await asked.call({ token: `clouddb:index:${name}`, inputs: args }) };
}
