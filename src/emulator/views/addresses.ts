// Fictitious addresses, derived from the id.
import { hash } from "../core/random";

const domain = "db.clouddb.example";
const lowestPort = 30_000;
const ports = 9_000;

export const portOf = (id: string): number => lowestPort + (hash(id) % ports);

export const address = (id: string, projectId: string) => ({ host: `${id}.${projectId}.${domain}`, port: portOf(id) });

export const poolerAddress = (id: string, projectId: string) => ({
    host: `${id}-pooler.${projectId}.${domain}`,
    port: portOf(`${id}-pooler`),
});

export const vpcAddress = (id: string, projectId: string) => ({
    host: `${id}.${projectId}.vpc.${domain}`,
    port: portOf(`${id}-vpc`),
});
