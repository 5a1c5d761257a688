// The documented arguments of the classes and those that the definitions validate are the same: held by the compiler.
import type * as pulumi from "@pulumi/pulumi";
import type * as resources from "../../src";
import type { definitions } from "../../src/lifecycle";

type ArgsOf<Definition extends { createSpec: (...args: never) => unknown }> = Parameters<Definition["createSpec"]>[1];

/** `true` where a definition accepts exactly what the class documents; otherwise the arguments in which they differ. */
type Matches<Documented, Validated> =
    Exclude<keyof Documented, keyof Validated> | Exclude<keyof Validated, keyof Documented> extends infer Differing
    ? [Differing] extends [never]
        ? [pulumi.Unwrap<Documented>, Validated] extends [Validated, Documented]
            ? true
            : { [Key in keyof Documented & keyof Validated]: [pulumi.Unwrap<Documented[Key]>, Validated[Key]] }
        : Differing
    : never;

const matches: {
    vpc: Matches<resources.VpcArgs, ArgsOf<typeof definitions.vpc>>;
    peering: Matches<resources.PeeringArgs, ArgsOf<typeof definitions.peering>>;
    peeringActivation: Matches<resources.PeeringActivationArgs, ArgsOf<typeof definitions.peeringActivation>>;
    service: Matches<resources.ServiceArgs, ArgsOf<typeof definitions.service>>;
    readReplicaSet: Matches<resources.ReadReplicaSetArgs, ArgsOf<typeof definitions.readReplicaSet>>;
} = {
    vpc: true,
    peering: true,
    peeringActivation: true,
    service: true,
    readReplicaSet: true,
};

test("every resource has the arguments that its definition validates", () => {
    expect(Object.values(matches)).not.toContain(false);
});
