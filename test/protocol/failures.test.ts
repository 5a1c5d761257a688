import { failureOf, urnOf, withRig } from "./support";

const region = "us-east-1";

test("an error of diff, read or delete is only its message, which is not printed as well", () =>
    withRig(async ({ provider, created, inputs, emulator }) => {
        const db = await created("Service", "db", { regionCode: region, environment: "PROD" });
        const before = provider.printed;
        const elsewhere = inputs("Service", "db", { regionCode: "eu-west-1", environment: "PROD" });
        const unchanged = await failureOf(provider.diff(db.id, db.outs, elsewhere));
        expect(unchanged.message).toMatch(
            /^regionCode cannot change in place, and service "db-\w{7}" is protected from deletion\. To allow it: 1\. /,
        );
        const refused = await failureOf(provider.delete(db.id, db.outs));
        expect(refused.message).toBe(
            `service "${String(db.outs["name"])}" is protected from deletion. To allow it: 1. set \`deletionProtection: false\` on the resource and run \`pulumi up\`; 2. then delete or replace it.`,
        );
        emulator.faults.add({
            verb: "GET",
            count: null,
            do: { kind: "status", status: 403, body: { message: "not yours" } },
        });
        const forbidden = await failureOf(provider.read(db.id, db.outs));
        expect(forbidden.message).toContain("403 not yours");
        const printed = provider.printed.slice(before.length).trimEnd().split("\n");
        expect(new Set(printed)).toEqual(
            new Set(["pulumi-clouddb: an operation failed. Its resource shows the error."]),
        );
    }));

test("progress and plans are ephemeral messages of the resource, warnings stay", () =>
    withRig(async ({ provider, created, updated, inputs }) => {
        const db = await created("Service", "db", { regionCode: region, cpuMillis: 1000, memoryGbs: 4 });
        await updated(db, { regionCode: region, cpuMillis: 4000, memoryGbs: 16, replicaCount: 1 });
        const { inputs: replaced } = await provider.check(
            "",
            db.inputs,
            inputs("Service", "db", { regionCode: "eu-central-1" }),
        );
        await provider.diff(db.id, db.outs, replaced);
        const lines = provider.log;
        expect(new Set(lines.map(({ urn }) => urn))).toEqual(new Set([urnOf("Service", "db")]));
        const said = (text: string | RegExp, ephemeral: boolean) =>
            lines.some((line) => line.ephemeral === ephemeral && new RegExp(text).test(line.message));
        expect(said(/^resize to 4 CPU \/ 16 GB, then HA 0 -> 1$/, true)).toBe(true);
        expect(said(/^resizing to 4 CPU \/ 16 GB: [A-Z]+( \(waiting for .*\))?$/, true)).toBe(true);
        expect(said(/^REPLACE: regionCode cannot change in place, its data will be lost\.$/, false)).toBe(true);
    }));

test("an error caused by the configuration names the setting", () =>
    withRig(async ({ provider, emulator, created }) => {
        const db = await created("Service", "db", { regionCode: region });
        emulator.faults.add({ do: { kind: "status", status: 401, body: { message: "who are you" } }, count: 1 });
        expect((await failureOf(provider.read(db.id, db.outs))).message).toMatch(
            /^GET .* was refused: 401 who are you( \(request id \S+\))?\. Is the API key right \(`clouddb:apiKey`, the profile's `apiKey` or CLOUDDB_API_KEY\)\? `pulumi refresh` and `pulumi destroy` use the one of the last `pulumi up`, or with `--run-program` the configured one\.$/,
        );
        emulator.faults.add({ do: { kind: "status", status: 404 }, count: null });
        expect((await failureOf(provider.read(db.id, db.outs))).message).toMatch(
            /^GET \/projects\/.* was refused: 404.*\. Is the address right \(`clouddb:baseUrl`, up to its `v1`\)/,
        );
    }));
