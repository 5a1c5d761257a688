// What the entry of the native provider has of its own: its functions and its components. The provider itself is tested over gRPC and on the CLI.
import * as pulumi from "@pulumi/pulumi";
import * as direct from "../../../src";
import * as native from "../../../src/native";
import { cloudDbMocks } from "../../../src/program/mocks/cloudDbMocks";
import { settle } from "./support/program";

const useMocks = (mocks = cloudDbMocks()) => pulumi.runtime.setMocks(mocks);
beforeEach(() => useMocks());
// What a component registers at its end must not reach the mocks of the next test.
afterEach(() => pulumi.runtime.disconnect());

test("has all names of the other entry, and a provider", () => {
    expect(Object.keys(native).sort()).toEqual([...Object.keys(direct), "Provider"].sort());
});

test("its resources, components and functions work with the mocks, as those of the other entry do", async () => {
    const values = async ({ Vpc, PrivateService, getVpcs, getServicesOutput }: typeof direct | typeof native) => {
        await useMocks();
        const net = new Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        const { service } = new PrivateService("orders", { vpcId: net.id, regionCode: "us-east-1" });
        await settle(service.id);
        const found = [await settle(service.vpcId), await getVpcs()];
        const services = await settle(getServicesOutput());
        await pulumi.runtime.disconnect();
        return [...found, services];
    };
    const own = await values(native);
    expect(own).toEqual(await values(direct));
    expect(own[1]).toMatchObject([{ name: "net" }]);
    expect(own[2]).toMatchObject({ value: [{ name: "orders" }] });
});

test("a component makes resources of its own door", async () => {
    const made: string[] = [];
    const { newResource, call } = cloudDbMocks();
    await useMocks({
        call,
        newResource(args) {
            made.push(args.type);
            return newResource(args);
        },
    });
    const peering = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
    const place = { cidr: "10.0.0.0/16", regionCode: "us-east-1", peering };
    const { service } = new native.PrivateService("orders", place);
    await settle(service.id);
    const fork = new native.PreviewFork("fork", { branch: "pr-1", serviceId: service.id });
    await settle(fork.service.id);
    expect(made.sort()).toEqual(
        ["Peering", "PreviewFork", "PrivateService", "Service", "Service", "Vpc"].map(
            (type) => `clouddb:index:${type}`,
        ),
    );
});

test("a function refuses an invalid argument in the program, before anything is asked", () => {
    expect(() => native.getService({} as never)).toThrow("getService: id or name is required");
});
