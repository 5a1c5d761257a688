// The documented arguments of the classes and those that the definitions validate are the same: held by the compiler.
import type * as pulumi from "@pulumi/pulumi";
import type * as resources from "../../../src";
import type { definitions, ResourceName } from "../../../src/provider/lifecycle";

type ArgsOf<Definition extends { creation?: { spec: (...args: never) => unknown } }> = Parameters<
    NonNullable<Definition["creation"]>["spec"]
>[1];

/** `true` where a definition accepts exactly what the class documents; otherwise the arguments in which they differ. */
type Matches<Documented, Validated> =
    Exclude<keyof Documented, keyof Validated> | Exclude<keyof Validated, keyof Documented> extends infer Differing
    ? [Differing] extends [never]
        ? [pulumi.Unwrap<Documented>, Validated] extends [Validated, pulumi.Unwrap<Documented>]
            ? true
            : { [Key in keyof Documented & keyof Validated]: [pulumi.Unwrap<Documented[Key]>, Validated[Key]] }
        : Differing
    : never;

interface Documented {
    vpc: [resources.VpcArgs, resources.Vpc];
    peering: [resources.PeeringArgs, resources.Peering];
    peeringActivation: [resources.PeeringActivationArgs, resources.PeeringActivation];
    service: [resources.ServiceArgs, resources.Service];
    readReplicaSet: [resources.ReadReplicaSetArgs, resources.ReadReplicaSet];
}

/** Arguments that are no outputs. */
type InputOnly = "adopt" | "onNameConflict" | "profile";
type MissingOutputs<Args, Class> = Exclude<keyof Args, InputOnly | keyof Class>;

type ObservedOf<Definition extends { plan: (...args: never) => unknown }> = Parameters<Definition["plan"]>[0];
/** Observed values that are kept in the bookkeeping instead: `hidden` in the definitions. */
type Kept = "passwordOrigin" | "sharedAs" | "provisioned" | "active";
type MissingObserved<Observed, Class> = Exclude<keyof Observed, Kept | keyof Class>;
type NoneMissing<Missing> = [Missing] extends [never] ? true : Missing;

/** One entry for each definition: a resource that is missing in `Documented` does not compile. */
type Results = {
    [Name in ResourceName]: [
        Matches<Documented[Name][0], ArgsOf<(typeof definitions)[Name]>>,
        NoneMissing<MissingOutputs<Documented[Name][0], Documented[Name][1]>>,
        NoneMissing<MissingObserved<ObservedOf<(typeof definitions)[Name]>, Documented[Name][1]>>,
    ];
};

const results: Results = {
    vpc: [true, true, true],
    peering: [true, true, true],
    peeringActivation: [true, true, true],
    service: [true, true, true],
    readReplicaSet: [true, true, true],
};

test("every resource documents the arguments that its definition validates, and has them and all that it observes as outputs", () => {
    expect(Object.values(results).flat()).not.toContain(false);
});
