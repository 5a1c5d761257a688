// Requirements for production databases. Policies run before anything is created, so they see the arguments of the program.
import { PolicyPack, type ReportViolation, type ResourceValidationArgs } from "@pulumi/policy";

/** The type of a `Service` in Pulumi's state, as a dynamic resource. */
const service = "pulumi-nodejs:dynamic/clouddb:Service";

/** A policy for services that the program declares as PROD. */
const forProduction =
    (check: (props: Readonly<Record<string, unknown>>, report: ReportViolation) => void) =>
    ({ type, props }: ResourceValidationArgs, report: ReportViolation): void => {
        const properties = props as Readonly<Record<string, unknown>>;
        if (type === service && properties["environment"] === "PROD") check(properties, report);
    };

new PolicyPack("clouddb-policies", {
    policies: [
        {
            name: "prod-has-replicas",
            description: "A production service has at least one high-availability replica.",
            enforcementLevel: "mandatory",
            validateResource: forProduction(({ replicaCount }, report) => {
                if (typeof replicaCount !== "number" || replicaCount < 1) report("Set replicaCount to 1 or more.");
            }),
        },
        {
            name: "prod-is-protected",
            description: "A production service is protected from deletion.",
            enforcementLevel: "mandatory",
            validateResource: forProduction(({ deletionProtection }, report) => {
                // If it is omitted, the service is protected.
                if (deletionProtection === false) report("Remove deletionProtection: false.");
            }),
        },
    ],
});
