import * as pulumi from "@pulumi/pulumi";
import { getService, getServiceOutput, getServicesOutput, getVpcOutput, Service, Vpc } from "../../../src";
import type { Emulator } from "../../../src/emulator";
import { outputFailure } from "../../support/outputFailure";
import { inProgram, programWith, settle } from "./support/program";

let emulator: Emulator;
beforeEach(async () => void (emulator = await programWith()));
afterEach(() => emulator.stop());

const preview = () => inProgram({ baseUrl: emulator.url, apiKey: emulator.token }, { preview: true });
const unknown = <T>() => pulumi.output(pulumi.unknown as unknown as T);

/** The resources that an output depends on, by name. */
const behind = async (output: pulumi.Output<unknown>) => {
    const urns = [...(await pulumi.getAllResources(output))].map(async ({ urn }) => (await settle(urn)).value);
    return (await Promise.all(urns)).map((urn) => urn.split("::").at(-1)).sort();
};

class Group extends pulumi.ComponentResource {
    constructor(name: string) {
        super("test:index:Group", name);
        new Service(`${name}-service`, {}, { parent: this });
    }
}

describe("in a preview", () => {
    beforeEach(preview);

    test("known arguments are asked for", async () => {
        emulator.create.service({ name: "orders" });
        expect(await settle(getServiceOutput({ name: "orders" }))).toMatchObject({ known: true, secret: false });
        expect(await getService({ name: "orders" })).toMatchObject({ name: "orders" });
    });

    test("an unknown argument makes the result unknown, without a call", async () => {
        expect(await settle(getServiceOutput({ id: unknown<string>() }))).toMatchObject({ known: false });
        expect(emulator.requests()).toEqual([]);
    });

    test("a known property of what is only going to be created does so as well", async () => {
        const vpc = new Vpc("main", { cidr: "10.0.0.0/16", regionCode: "us-east-1", name: "main" });
        expect(await settle(vpc.name)).toMatchObject({ known: true, value: "main" });
        expect(await settle(getVpcOutput({ name: vpc.name }))).toMatchObject({ known: false });
        expect(emulator.requests()).toEqual([]);
    });

    test.each<[string, () => pulumi.InvokeOutputOptions["dependsOn"]]>([
        ["a resource", () => new Service("orders")],
        ["a list", () => [new Service("orders")]],
        ["an output", () => pulumi.output(new Service("orders"))],
        ["a component", () => new Group("group")],
    ])("so does %s in dependsOn that is only going to be created", async (_what, dependsOn) => {
        expect(await settle(getServicesOutput({}, { dependsOn: dependsOn() }))).toMatchObject({ known: false });
        expect(emulator.requests()).toEqual([]);
    });

    test("an unknown argument is not taken for a bad one", async () => {
        const result = await settle(getServicesOutput({ environment: unknown<"DEV">(), name: "" }));
        expect(result.known).toBe(false);
    });
});

describe("in a deployment", () => {
    test("the result depends on the resources behind the arguments and in dependsOn", async () => {
        emulator.create.vpc({ name: "main" });
        const vpc = new Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1", name: "main" });
        const result = getVpcOutput({ name: vpc.name }, { dependsOn: [new Service("orders"), new Group("group")] });
        expect(await settle(result)).toMatchObject({ known: true, value: { name: "main" } });
        expect(await behind(result)).toEqual(["group-service", "net", "orders"]);
    });

    test("what is secret in an argument or in an answer makes a secret; a promise leaves it out", async () => {
        emulator.create.vpc({ name: "main" });
        const { id } = emulator.create.service({ name: "orders" });
        const path = `${emulator.url}/projects/${emulator.projectId}/services/${id}`;
        const answer = await fetch(path, { headers: { authorization: `Bearer ${emulator.token}` } });
        const body = { ...((await answer.json()) as object), initial_password: "planted" };
        emulator.faults.add({ endpoint: "getService", count: null, do: { kind: "status", status: 200, body } });
        expect(await settle(getVpcOutput({ name: pulumi.secret("main") }))).toMatchObject({ secret: true });
        expect(await settle(getVpcOutput({ name: "main" }))).toMatchObject({ secret: false });
        const service = await settle(getServiceOutput({ id }));
        expect(service).toMatchObject({ secret: true, value: { initialPassword: "planted" } });
        expect(await getService({ id })).not.toHaveProperty("initialPassword");
    });

    test("a failure is the output's, and ends the program with its message alone", async () => {
        expect(await outputFailure("clouddb.getServiceOutput({})", {})).toBe("getService: id or name is required");
        const config = { "clouddb:baseUrl": emulator.url, "clouddb:apiKey": emulator.token };
        expect(await outputFailure('clouddb.getVpcOutput({ name: "main" })', {}, config)).toBe(
            `getVpc: There is no VPC with the name "main" in project ${emulator.projectId}; there are none.`,
        );
    });

    test("a program is not over while a function is under way", async () => {
        let ended = false;
        const pending = getService({ name: "nothing" }).catch(() => undefined);
        const over = pulumi.runtime.disconnect().then(() => void (ended = true));
        expect(ended).toBe(false);
        await pending;
        await over;
        expect(ended).toBe(true);
    });
});
