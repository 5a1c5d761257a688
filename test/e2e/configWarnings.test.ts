import { scenario } from "./support/scenario";

scenario(
    "a key that is configured in the clear is warned of, once, and so is a setting that does not exist",
    async ({ stack, emulator, program }) => {
        program(`
        clouddb.getVpcsOutput();
        for (const n of [0, 1]) new clouddb.Vpc("net" + n, { cidr: \`10.\${n}.0.0/16\`, regionCode: "us-east-1" });`);
        const warnings = async () =>
            (await stack.run("preview")).diagnostics
                .filter(({ severity }) => severity === "warning")
                .map((one) => one.message);
        expect(await warnings()).toEqual([]);
        await stack.setConfig("clouddb:apiKey", emulator.token);
        const profiles = JSON.stringify({ blue: { apiKey: emulator.token } });
        await stack.setConfig("clouddb:profiles", profiles);
        expect(await warnings()).toEqual([
            "clouddb:apiKey and clouddb:profiles are not secrets: their keys are stored in plain text in the stack's configuration and state. " +
                "Set them with `pulumi config set --secret`, then create new keys and revoke the old ones.",
        ]);
        await stack.setConfig("clouddb:profiles", profiles, true);
        expect(await warnings()).toEqual([
            "clouddb:apiKey is not a secret: the key is stored in plain text in the stack's configuration and state. " +
                "Set it with `pulumi config set --secret`, then create a new key and revoke the old one.",
        ]);
        await stack.setConfig("clouddb:apiKey", emulator.token, true);
        expect(await warnings()).toEqual([]);
        await stack.setConfig("clouddb:onNameConflicts", "adopt");
        expect(await warnings()).toEqual([
            "clouddb:onNameConflicts is not a setting of pulumi-clouddb, and has no effect: did you mean clouddb:onNameConflict?",
        ]);
    },
);
