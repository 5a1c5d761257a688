import { scenario, type Stage } from "./support/scenario";

jest.setTimeout(180_000);

const service = (args: object) =>
    `const db = new clouddb.Service("db", ${JSON.stringify({ regionCode: "us-east-1", ...args })});
     exports.password = db.password;`;

/** Runs `up`; afterwards the output is the API's password, which appears nowhere else. */
async function working({ stack, emulator, program }: Stage, args: object): Promise<string> {
    program(service(args));
    const outcome = await stack.run("up");
    expect(outcome).toMatchObject({ exitCode: 0 });
    const [row] = [...emulator.world.services.values()];
    const { password } = await stack.outputs();
    expect(password).toBe(row!.password);
    expect(outcome.printed).not.toContain(password);
    expect(JSON.stringify(await stack.deployment("stored"))).not.toContain(password);
    return row!.password;
}

scenario("the output `password` is the one that the API has, however it came about", async (stage) => {
    const { calls, stack } = stage;
    const set = ["updateServicePassword"];
    const initial = await working(stage, {});
    expect(calls()).toEqual(["createService"]);
    expect(await working(stage, { password: "given, 1st" })).toBe("given, 1st");
    expect(calls()).toEqual(set);
    const generated = await working(stage, { generatePassword: true, passwordVersion: 1 });
    expect(generated).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(calls()).toEqual(set);
    expect(await working(stage, { generatePassword: true, passwordVersion: 1 })).toBe(generated);
    expect(calls()).toEqual([]);
    const rotated = await working(stage, { generatePassword: true, passwordVersion: 2 });
    expect(calls()).toEqual(set);
    expect(new Set([initial, generated, rotated]).size).toBe(3);
    expect(rotated).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await working(stage, { password: "given, 2nd" })).toBe("given, 2nd");
    expect(calls()).toEqual(set);
    expect(await working(stage, {})).toBe("given, 2nd");
    expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
    expect(await working(stage, {})).toBe("given, 2nd");
    expect(calls()).toEqual([]);
});
