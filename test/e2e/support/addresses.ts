import { at } from "../../emulator/support/raw";
import type { Emulator } from "../../../src/emulator";

/** Where the API says that a service answers, as `host:port` or `undefined`. */
export async function addressesOf({ url, token, projectId }: Emulator, id: string) {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${url}/projects/${projectId}/services/${id}`, { headers });
    const record: unknown = await reply.json();
    const address = (...path: string[]) => {
        const endpoint = at(record, ...path) as { host: string; port: number } | undefined;
        return endpoint && `${endpoint.host}:${endpoint.port}`;
    };
    return {
        direct: address("endpoint"),
        pooler: address("connection_pooler", "endpoint"),
        vpc: address("vpc_endpoint"),
    };
}
