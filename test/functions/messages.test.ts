// The exact error messages of functions that functions.test.ts does not cover.
import * as clouddb from "../../src";
import { type Emulator, startEmulator } from "../../src/emulator";
import { failure, inProgram } from "./support/program";

let emulator: Emulator;
beforeEach(async () => {
    const tokens = [{ token: "oat-of-none", projects: [], type: "oauth" as const }];
    emulator = await startEmulator({ timeScale: 0, tokens });
    await inProgram({ baseUrl: emulator.url, apiKey: emulator.token });
});
afterEach(() => emulator.stop());

test("a read replica set, by its id or its name", async () => {
    const { id: serviceId } = emulator.create.service({ name: "orders" });
    const set = emulator.create.replicaSet({ service_id: serviceId, name: "reports" });
    const id = `${serviceId}/${set.id}`;
    expect(await clouddb.getReadReplicaSet({ id })).toMatchObject({ id, name: "reports" });
    expect(await clouddb.getReadReplicaSet({ serviceId, name: "reports" })).toMatchObject({ id, serviceId });
    expect(await failure(clouddb.getReadReplicaSet({ serviceId, name: "report" }))).toBe(
        `getReadReplicaSet: There is no read replica set with the name "report" in project ${emulator.projectId}; there are reports (${id}); did you mean "reports"?`,
    );
    expect(await failure(clouddb.getReadReplicaSet({ id: `${serviceId}/nothing` }))).toBe(
        `getReadReplicaSet: There is no read replica set "${serviceId}/nothing" in project ${emulator.projectId}; there are reports (${id}).`,
    );
    expect(await failure(clouddb.getReadReplicaSet({ id: "nothing/set" }))).toBe(
        `getReadReplicaSet: There is no service nothing in project ${emulator.projectId}.`,
    );
});

describe("a user's token, and no project named", () => {
    test("of several projects", async () => {
        const oauth = emulator.tokens.find(({ type }) => type === "oauth")!;
        await inProgram({ baseUrl: emulator.url, apiKey: oauth.token });
        const [main, analytics] = oauth.projects;
        expect(await failure(clouddb.getVpcs())).toBe(
            `getVpcs: The caller has several projects: ${main} (main), ${analytics} (analytics). ` +
                "Choose one with `pulumi config set clouddb:projectId ID`, or with the argument `projectId`.",
        );
        expect(await clouddb.getVpcs({ projectId: analytics! })).toEqual([]);
    });

    test("of none", async () => {
        await inProgram({ baseUrl: emulator.url, apiKey: "oat-of-none" });
        expect(await failure(clouddb.getVpcs())).toBe("getVpcs: The caller has no project.");
    });
});
