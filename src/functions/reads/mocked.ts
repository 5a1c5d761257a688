import { mocks } from "../../program/mocks";

/**
 * The result of the mocks in a unit test, which get a token and the arguments as for other Pulumi functions. They are called
 * directly: Pulumi's own call only supports results that are objects, not lists.
 */
export async function mocked(name: string, args: object): Promise<{ readonly result: unknown } | undefined> {
    const mock = mocks();
    if (mock === undefined) return undefined;
    return { result: await mock.call({ token: `clouddb:index:${name}`, inputs: args }) };
}
