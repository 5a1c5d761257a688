import { ApiError, createClient, type Client, type ClientOptions } from "../../src/api";
import { withServer, type Handler, type TestServer } from "../support/httpServer";

export const apiKey = "the-key-of-the-tests";

/** Runs `use` with a client of a server that behaves as `handler`. */
export const withClient = <T>(
    handler: Handler,
    use: (client: Client, server: TestServer) => Promise<T>,
    { standing, ...options }: Partial<ClientOptions> & { readonly standing?: boolean } = {},
): Promise<T> =>
    withServer(
        handler,
        async (server) => {
            const client = createClient({ baseUrl: server.baseUrl, apiKey, clock: server.clock, ...options });
            try {
                return await use(client, server);
            } finally {
                await client.close();
            }
        },
        { standing },
    );

/** Returns the reason of a rejection; throws if the promise resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
    const nothing = Symbol("nothing");
    const outcome = await promise.then(
        () => nothing,
        (error: unknown) => error,
    );
    if (outcome === nothing) throw new Error("The promise resolved.");
    return outcome;
}

/** Returns the `ApiError` of a rejected call; throws for anything else. */
export async function apiErrorOf(promise: Promise<unknown>): Promise<ApiError> {
    const error = await rejection(promise);
    if (error instanceof ApiError) return error;
    throw error;
}
