import { addressesOf } from "./support/addresses";
import { pageScenario } from "./support/scenario";

pageScenario(
    "a private service is made, changed in place and moved to another VPC",
    async ({ stack, emulator, program, calls }) => {
        const login = `login: { user: "a", database: "b" }`;
        program(`
        const db = new clouddb.PrivateService("orders", { regionCode: "us-east-1", cidr: "10.0.0.0/16", ${login},
            peering: { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" } });
        exports.url = db.connectionString;`);
        expect(await stack.run("preview")).toMatchObject({ exitCode: 0 });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        const [row] = [...emulator.world.services.values()];
        const [net] = [...emulator.world.vpcs.values()];
        expect([row!.name, net!.name, row!.vpc_id]).toEqual([
            expect.stringMatching(/^orders-\w{7}$/),
            expect.stringMatching(/^orders-vpc-\w{7}$/),
            net!.id,
        ]);
        const { vpc } = await addressesOf(emulator, row!.id);
        expect((await stack.outputs())["url"]).toContain(`@${vpc}/`);
        expect(JSON.stringify(await stack.deployment("stored"))).not.toContain(row!.password);
        expect(calls().sort()).toEqual(["attachServiceToVpc", "createPeering", "createService", "createVpc"]);

        const other = emulator.create.vpc({ name: "office", cidr: "10.7.0.0/16" });
        program(`
        const db = new clouddb.PrivateService("orders", { regionCode: "us-east-1", vpcId: ${JSON.stringify(other.id)}, ${login},
            service: { cpuMillis: 1000, memoryGbs: 4 } });
        exports.url = db.connectionString;`);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        expect([...emulator.world.services.values()]).toMatchObject([
            { id: row!.id, vpc_id: other.id, cpu_millis: 1000 },
        ]);
        expect([...emulator.world.vpcs.keys()]).toEqual([other.id]);
        expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
    },
);

pageScenario(
    "a preview fork stays until its branch or expiry changes, and a sweep finds it",
    async ({ stack, emulator, program }) => {
        const parent = emulator.create.service({ name: "orders", environment: "PROD" });
        const fork = (args: string) =>
            program(`
            const fork = new clouddb.PreviewFork("preview", { serviceId: ${JSON.stringify(parent.id)}, strategy: "NOW", ${args} });
            exports.name = fork.service.name;
            exports.expiresAt = fork.expiresAt;
            exports.now = clouddb.expiredPreviewForks().then((all) => all.length);
            exports.later = fork.service.name.apply(() => clouddb.expiredPreviewForks({ at: "2999-01-01T00:00:00Z" }))
                .apply((all) => all.map(({ name }) => name));`);
        fork(`branch: "Feature/Log in", ttlHours: 9`);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        const first = await stack.outputs();
        expect(first).toMatchObject({
            name: expect.stringMatching(/^preview-preview-feature-log-in-[0-9a-f]{6}-[0-9a-z]{7}-ttl9h$/) as string,
            now: 0,
            later: [first["name"]],
        });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 2 } });
        expect(await stack.outputs()).toEqual(first);

        fork(`branch: "Feature/Log in", expiresAt: "2020-02-03T04:05:06Z"`);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        const second = await stack.outputs();
        expect(second["expiresAt"]).toBe("2020-02-03T04:06:00.000Z");
        expect(String(second["name"])).toMatch(/-until-20200203t0406z$/);
        const names = [...emulator.world.services.values()].map(({ name }) => name);
        expect(names.sort()).toEqual(["orders", second["name"]]);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        expect(await stack.outputs()).toMatchObject({ now: 1 });
        expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
        expect(emulator.world.services.size).toBe(1);
    },
);
