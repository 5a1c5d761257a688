import { mocks } from "../program/mocks";

/**
 * The answer of a unit test's own `call`, which is asked as for any function of Pulumi's, by a token and the arguments. It is
 * asked directly: a list does not get through Pulumi's messages, whose results are objects.
 */
export async function mocked(name: string, args: object): Promise<{ readonly result: unknown } | undefined> {
    const asked = mocks();
    if (asked === undefined) return undefined;
    return { result: await asked.call({ token: `clouddb:index:${name}`, inputs: args }) };
}
