// Which services Pulumi itself protects: those that are PROD, unless the program says otherwise.
import * as pulumi from "@pulumi/pulumi";
import { PreviewFork, PrivateService, Service, type ServiceArgs } from "../../../src";
import { registrationsOf } from "../../support/monitor";

class Shop extends pulumi.ComponentResource {}
const shop = (protect: boolean) => new Shop("shop:index:Shop", "shop", {}, { protect });
const prod = { environment: "PROD" } as const;
const off = { deletionProtection: false };

test.each<[what: string, protect: boolean | undefined, make: () => unknown]>([
    ["PROD", true, () => new Service("db", prod)],
    [
        "PROD, with the argument's default spelt out",
        true,
        () => new Service("db", { ...prod, deletionProtection: true }),
    ],
    ["PROD, with a setting that is not set", true, () => new Service("db", { ...prod, deletionProtection: undefined })],
    [
        "PROD, and it is not known yet if it is to be deletable",
        true,
        () => new Service("db", { ...prod, deletionProtection: pulumi.output(false) }),
    ],
    ["PROD without deletion protection", undefined, () => new Service("db", { ...prod, ...off })],
    ["PROD that is adopted", true, () => new Service("db", { ...prod, adopt: "s-1" })],
    [
        "PROD that is kept when its resource is deleted",
        undefined,
        () => new Service("db", prod, { retainOnDelete: true }),
    ],
    ["DEV", undefined, () => new Service("db", { environment: "DEV", deletionProtection: true })],
    ["of the API's environment", undefined, () => new Service("db")],
    [
        "without arguments or options, in JavaScript",
        undefined,
        () => new Service("db", null as unknown as ServiceArgs, null as unknown as object),
    ],
    ["looked up", undefined, () => Service.get("db", "s-1")],
    ["PROD with the option false", false, () => new Service("db", prod, { protect: false })],
    ["DEV with the option true", true, () => new Service("db", { environment: "DEV" }, { protect: true })],
    [
        "PROD without deletion protection, under a protected component",
        true,
        () => new Service("db", { ...prod, ...off }, { parent: shop(true) }),
    ],
    ["PROD under a component that is not protected", true, () => new Service("db", prod, { parent: shop(false) })],
    ["PROD in a PrivateService", true, () => new PrivateService("db", { vpcId: "v", service: prod })],
    [
        "PROD in a PrivateService with the option false",
        false,
        () => new PrivateService("db", { vpcId: "v", service: prod }, { protect: false }),
    ],
    ["a preview fork", undefined, () => new PreviewFork("db", { branch: "b", serviceId: "s-1" })],
])("%s: %s", async (_what, protect, make) => {
    const all = await registrationsOf(make);
    expect(all.find(({ type }) => type.endsWith("Service") && type.includes("dynamic"))).toMatchObject({ protect });
});

describe("an environment that is an output comes too late for the option, which a warning says", () => {
    const late = (value: string, opts?: pulumi.CustomResourceOptions, args?: ServiceArgs) => async () => {
        const logged: string[] = [];
        const environment = pulumi.output(value as "PROD");
        await registrationsOf(() => new Service("db", { ...args, environment }, opts), {
            onWarning: (text) => logged.push(text),
        });
        return logged;
    };
    test("of a PROD service", async () => {
        expect(await late("PROD")()).toEqual([
            expect.stringContaining('Service "db": `environment` is PROD, but it is an output'),
        ]);
    });
    test.each([
        ["of a DEV service", late("DEV")],
        ["of one that the program protects", late("PROD", { protect: true })],
        ["of one that the program does not want to be protected", late("PROD", { protect: false })],
        ["of one without deletion protection", late("PROD", {}, off)],
    ])("not %s", async (_what, logs) => expect(await logs()).toEqual([]));
});
