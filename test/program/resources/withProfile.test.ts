import * as pulumi from "@pulumi/pulumi";
import { Service, withProfile } from "../../../src";
import { settle } from "../functions/support/program";

const transform = withProfile("analytics");
const type = "pulumi-nodejs:dynamic/clouddb:Service";

test("sets the profile of this package's resources, where they have none", () => {
    expect(transform({ type, props: { name: "x" }, opts: {} })).toEqual({
        props: { name: "x", profile: "analytics" },
        opts: {},
    });
    expect(transform({ type, props: { profile: "own" }, opts: {} })).toBeUndefined();
    expect(transform({ type: "aws:s3/bucket:Bucket", props: {}, opts: {} })).toBeUndefined();
    expect(transform({ type: "pulumi-nodejs:dynamic:Resource", props: {}, opts: {} })).toBeUndefined();
    const component = { type: "clouddb:index:PrivateService", custom: false };
    expect(transform({ ...component, props: {}, opts: {} })).toBeUndefined();
});

test("leaves the options to whoever gave them, where returning them would change them", () => {
    expect(transform({ type, props: {}, opts: {}, custom: true })).toEqual({ props: { profile: "analytics" } });
});

test("fits both of Pulumi's kinds of transforms", async () => {
    const asTransform: pulumi.ResourceTransform = transform;
    const asTransformation: pulumi.ResourceTransformation = transform;
    const seen: Record<string, unknown> = {};
    await pulumi.runtime.setMocks({
        newResource: ({ name, inputs }) => {
            seen[name] = (inputs as { profile?: string }).profile;
            return { id: name, state: inputs as object };
        },
        call: () => ({}),
    });
    const parent = new pulumi.ComponentResource("test:index:Team", "team", {}, { transformations: [asTransformation] });
    const services = [
        new Service("inside", {}, { parent }),
        new Service("own", { profile: "main" }, { parent }),
        new Service("outside"),
    ];
    await Promise.all(services.map(({ id }) => settle(id)));
    expect(seen).toMatchObject({ inside: "analytics", own: "main", outside: undefined });
    expect(asTransform).toBe(asTransformation);
});
