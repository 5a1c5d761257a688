// The application: `node app.mjs` lists the open orders, and `node app.mjs "3 apples"` adds one before.
import pg from "pg";

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
try {
    const [, , item] = process.argv;
    if (item !== undefined) await client.query("INSERT INTO orders (item) VALUES ($1)", [item]);
    const { rows } = await client.query("SELECT item FROM orders WHERE NOT delivered ORDER BY id");
    for (const row of rows) console.log(row.item);
} finally {
    await client.end();
}
