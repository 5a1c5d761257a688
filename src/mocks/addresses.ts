// Fictitious addresses. A port tells an endpoint from the others, in a connection string as well.
const domain = "mock.clouddb.example";

export const address = (id: string) => ({ host: `${hostOf(id)}.${domain}`, port: 5432 });
export const poolerAddress = (id: string) => ({ host: `${hostOf(id)}-pooler.${domain}`, port: 6432 });
export const vpcAddress = (id: string, vpcId: string) => ({ host: `${hostOf(id)}.vpc.${domain}`, port: 5433, vpcId });

/** The text in the characters of a host name, and of an id of the API. */
export const slug = (text: string): string =>
    text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 50) || "unnamed";

const hostOf = (id: string): string => slug(id.split("/").at(-1) ?? id);
