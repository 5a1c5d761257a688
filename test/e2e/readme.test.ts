import { readFileSync } from "node:fs";
import path from "node:path";
import { write } from "../support/fixtureProject";
import { scenario } from "./support/scenario";

const root = path.resolve(__dirname, "..", "..");

scenario("the README's program does what it says", async ({ stack, folder, emulator }) => {
    const program = /```ts\n([\s\S]*?)```/.exec(readFileSync(path.join(root, "README.md"), "utf8"))?.[1];
    const example = path.join(root, "examples", "quickstart");
    write(folder, {
        "index.ts": program!,
        "package.json": `{ "name": "fixture", "main": "index.ts" }`,
        "tsconfig.json": readFileSync(path.join(example, "tsconfig.json"), "utf8"),
        "Pulumi.yaml": "name: fixture\nruntime: nodejs\n",
    });
    await stack.setConfig("clouddb:baseUrl", emulator.url);
    await stack.setConfig("clouddb:apiKey", emulator.token, true);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 3 } });
    const [orders] = [...emulator.world.services.values()];
    expect(await stack.outputs()).toEqual({
        host: expect.stringContaining(orders!.id) as unknown,
        password: orders!.password,
    });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 3 } });
    expect((await stack.run("destroy")).exitCode).not.toBe(0);
    expect(emulator.world.services.size).toBe(1);
});
