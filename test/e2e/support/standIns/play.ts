import { execFileSync } from "node:child_process";
import { sql } from "../../../emulator/postgres/support/stage";
import { write } from "../../../support/fixtureProject";
import type { Play } from "../shell";
import { writeStandIns } from "./write";

/** The rows that a statement returns, as the user of a connection string. */
async function rowsAt(url: string, statement: string): Promise<unknown[]> {
    const { hostname, port, pathname, username, password } = new URL(url);
    const config = { user: username, database: pathname.slice(1), ssl: { rejectUnauthorized: false } };
    return sql({ host: hostname, port: Number(port) }, decodeURIComponent(password), statement, config);
}

/** What the guide copies and sets. */
const preparations = [
    "cp -r node_modules/pulumi-clouddb/examples/app-with-migrations/migrations .",
    'npm pkg set scripts.migrate="node-pg-migrate up"',
];

/** The guide "roles-and-migrations", with stand-ins for the packages whose plugins no test can download. */
export function rolesAndMigrations(): Play {
    /** The passwords of the master user. */
    const passwords = new Set<string>();
    return {
        needsProcess: true,
        needsDatabases: true,
        before({ folder, emulator }, shell) {
            for (const line of preparations)
                shell.own.set(line, () => {
                    execFileSync("bash", ["-c", line], { cwd: folder });
                    return Promise.resolve();
                });
            write(folder, { "package.json": JSON.stringify({ name: "fixture", main: "index.js" }) });
            writeStandIns(folder, { NODE_EXTRA_CA_CERTS: emulator.caFile!, NODE_OPTIONS: "" });
            const count = "SELECT count(*) FROM orders";
            shell.own.set(`psql "$DATABASE_URL" -c "${count}"`, async () => {
                expect(await rowsAt(shell.exported["DATABASE_URL"]!, count)).toEqual([{ count: "0" }]);
                passwords.add([...emulator.world.services.values()][0]!.password);
            });
        },
        async holds({ stack, emulator, folder }, { outcomes, exported }) {
            const stepsOf = (type: string) =>
                outcomes.map(({ steps }) => steps.find((step) => step.includes(` ${type} `))!.split(" ")[0]);
            expect(stepsOf("Service")).toEqual(["create", "update", "update"]);
            // It gets the new password, and finds nothing to do.
            expect(stepsOf("Command")).toEqual(["create", "update", "same"]);
            for (const type of ["Role", "Database", "Extension", "Grant", "DefaultPrivileges"])
                expect(stepsOf(type)).toEqual(["create", "same", "same"]);

            const app = exported["DATABASE_URL"]!;
            const [former, current] = [...passwords].map(
                (password) => Object.assign(new URL(app), { username: "tsdbadmin", password }).href,
            );
            await expect(rowsAt(former!, "SELECT 1")).rejects.toThrow("password authentication failed");
            const extension = "SELECT extname FROM pg_extension WHERE extname = 'citext'";
            expect(await rowsAt(current!, extension)).toHaveLength(1);

            // Another migration runs by itself, and the application's role reaches what it makes.
            write(folder, { "migrations/1767398400000_customers.sql": "CREATE TABLE customers (name citext);" });
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { replace: 1 } });
            await rowsAt(app, "INSERT INTO customers VALUES ('Ann')");
            expect(await rowsAt(app, "SELECT name FROM customers WHERE name = 'ANN'")).toEqual([{ name: "Ann" }]);
            const analyst = String((await stack.outputs())["analystUrl"]);
            // A table from before, and one that is new.
            for (const table of ["orders", "customers"]) await rowsAt(analyst, `SELECT * FROM ${table}`);
            const insertion = rowsAt(analyst, "INSERT INTO customers VALUES ('Bob')");
            await expect(insertion).rejects.toThrow("permission denied for table customers");
            await expect(rowsAt(app, "DROP TABLE customers")).rejects.toThrow("must be owner of table customers");
            expect(Object.keys((await stack.run("up")).changes)).toEqual(["same"]);

            await stack.setConfig("fixture:appPassword", "another", true);
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
            await expect(rowsAt(app, "SELECT 1")).rejects.toThrow("password authentication failed");
            const { appUrl } = await stack.outputs();
            expect(await rowsAt(String(appUrl), "SELECT name FROM customers")).toEqual([{ name: "Ann" }]);

            // Nothing is dropped: it is gone with the service.
            expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
            expect(emulator.world.services.size).toBe(0);
        },
    };
}
