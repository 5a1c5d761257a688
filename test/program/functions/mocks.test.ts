// Functions in a user's own unit tests: `pulumi.runtime.setMocks`, as Pulumi's documentation has it.
import * as pulumi from "@pulumi/pulumi";
import { getService, getServiceOutput, getServices, getServicesOutput, Service } from "../../../src";
import { settle } from "./support/program";

const asked: pulumi.runtime.MockCallArgs[] = [];

beforeEach(async () => {
    asked.length = 0;
    await pulumi.runtime.setMocks({
        newResource: ({ inputs, name }) => ({ id: `${name}-id`, state: inputs as object }),
        call(args) {
            asked.push(args);
            if (args.token.endsWith("getServices")) return [{ id: "s1", name: "orders", initialPassword: "told" }];
            return { id: "s1", name: "orders", initialPassword: "told" };
        },
    });
    // What is configured is of no interest: nothing may be sent from a unit test.
    pulumi.runtime.setAllConfig({ "clouddb:baseUrl": "https://api.example/v1", "clouddb:apiKey": "k" });
});

test("the mocks are asked, by the function's token and with its arguments", async () => {
    expect(await getService({ name: "orders" })).toEqual({ id: "s1", name: "orders" });
    expect(asked).toMatchObject([{ token: "clouddb:index:getService", inputs: { name: "orders" } }]);
});

test("for an output too, with what is known by then; a secret stays one", async () => {
    const service = new Service("orders");
    expect(await settle(getServiceOutput({ id: service.id }))).toEqual({
        value: { id: "s1", name: "orders", initialPassword: "told" },
        known: true,
        secret: true,
    });
    expect(asked).toMatchObject([{ inputs: { id: "orders-id" } }]);
});

test("for a list", async () => {
    expect(await getServices()).toEqual([{ id: "s1", name: "orders" }]);
    expect(await settle(getServicesOutput({ name: "orders" }))).toMatchObject({
        value: [{ initialPassword: "told" }],
        secret: true,
    });
});

test("the arguments are checked as ever", () => {
    expect(() => getService({} as never)).toThrow("getService: id or name is required");
    expect(() => getServices("orders" as never)).toThrow("getServices: its argument must be an object");
    expect(asked).toEqual([]);
});
