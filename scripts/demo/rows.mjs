// The client of the demo's databases.
import { URL } from "node:url";
import pg from "pg";

/** Connects as an application would: encrypted, and only to whom the emulator's authority knows. */
export async function connect(url, caFile) {
    const secured = new URL(url);
    secured.searchParams.set("sslmode", "verify-full");
    secured.searchParams.set("sslrootcert", caFile);
    const client = new pg.Client({ connectionString: secured.href });
    // That a connection ends is part of the story.
    client.on("error", () => undefined);
    await client.connect();
    return client;
}

/** Runs a statement on a connection of its own. @returns its rows */
export async function query(url, caFile, ...statement) {
    const client = await connect(url, caFile);
    try {
        return (await client.query(...statement)).rows;
    } finally {
        await client.end();
    }
}
