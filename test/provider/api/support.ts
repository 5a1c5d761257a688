import { ApiError, createClient, type Client, type ClientOptions } from "../../../src/provider/api";
import { withServer, type Handler, type TestServer } from "../../support/httpServer";

export const apiKey = "the-key-of-the-tests";

/** The arguments that name a service. */
export const service = { projectId: "p1", serviceId: "s1" };

/** The service as the API sends it. */
export const record = {
    created: "2026-01-01T00:00:00Z",
    name: "orders",
    project_id: "p1",
    region_code: "eu",
    resources: [{ id: "r", spec: { cpu_millis: 500, memory_gbs: 2, volume_type: "gp3" } }],
    service_id: "s1",
    service_type: "POSTGRES",
    status: "READY",
};

/** Answers with a body that is not declared as JSON. */
export const text =
    (status: number, body: string | Buffer): Handler =>
    (_, response) =>
        void response.writeHead(status, { "content-type": "text/plain" }).end(body);

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

/** Returns the `ApiError` of a rejected call; throws for anything else. */
export async function apiErrorOf(promise: Promise<unknown>): Promise<ApiError> {
    const error = await promise.then(
        () => new Error("The promise resolved."),
        (reason: unknown) => reason,
    );
    if (error instanceof ApiError) return error;
    throw error;
}
