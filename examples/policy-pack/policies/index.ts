// Requirements for databases. Policies run before anything is created, so they see the arguments of the program.
import { PolicyPack, type ReportViolation, type ResourceValidationArgs } from "@pulumi/policy";

/** Whether a type in Pulumi's state is this one, of the dynamic or of the native provider. */
const is = (name: string) => (type: string) =>
    type === `pulumi-nodejs:dynamic/clouddb:${name}` || type === `clouddb:index:${name}`;
const [isService, isReplicaSet, isVpc] = [is("Service"), is("ReadReplicaSet"), is("Vpc")];

type Properties = Readonly<Record<string, unknown>>;

/** A policy for services that the program declares as PROD. */
const forProduction =
    (check: (props: Properties, report: ReportViolation) => void) =>
    ({ type, props }: ResourceValidationArgs, report: ReportViolation): void => {
        const properties = props as Properties;
        if (isService(type) && properties["environment"] === "PROD") check(properties, report);
    };

/** A size that is omitted or `shared` is the smallest one. */
const sizeOf = (value: unknown) => (typeof value === "number" ? value : 0);

/** The databases of one resource: a service with its high-availability replicas, or the nodes of a replica set. */
const countOf = (type: string, { replicaCount, nodes }: Properties) =>
    isService(type) ? 1 + sizeOf(replicaCount) : sizeOf(nodes);

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
            name: "prod-is-in-vpc",
            description: "A production service is in a VPC.",
            enforcementLevel: "mandatory",
            validateResource: forProduction((props, report) => {
                // `in` does not read the value, which is unknown in the preview if the VPC is new.
                if (!("vpcId" in props)) report("Set vpcId.");
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
        {
            name: "size-within-budget",
            description: "A service with its replicas, and a read replica set, stay within the budget.",
            enforcementLevel: "mandatory",
            configSchema: {
                properties: {
                    maxCpuMillis: { type: "number", default: 8_000 },
                    maxMemoryGbs: { type: "number", default: 32 },
                },
            },
            validateResource: (args, report) => {
                const { type } = args;
                if (!isService(type) && !isReplicaSet(type)) return;
                const props = args.props as Properties;
                const { maxCpuMillis, maxMemoryGbs } = args.getConfig<{ maxCpuMillis: number; maxMemoryGbs: number }>();
                const count = countOf(type, props);
                const cpu = count * sizeOf(props["cpuMillis"]);
                const memory = count * sizeOf(props["memoryGbs"]);
                if (cpu > maxCpuMillis) report(`It has ${cpu} CPU millis in total. The budget is ${maxCpuMillis}.`);
                if (memory > maxMemoryGbs)
                    report(`It has ${memory} GB of memory in total. The budget is ${maxMemoryGbs}.`);
            },
        },
        {
            name: "names",
            description: "A name has the form that the team has agreed on.",
            enforcementLevel: "mandatory",
            configSchema: { properties: { pattern: { type: "string", default: "^[a-z][a-z0-9-]*$" } } },
            validateResource: (args, report) => {
                const { name } = args.props as Properties;
                const isNamed = [isService, isReplicaSet, isVpc].some((isOfType) => isOfType(args.type));
                if (!isNamed || typeof name !== "string") return;
                const { pattern } = args.getConfig<{ pattern: string }>();
                if (!new RegExp(pattern).test(name))
                    report(`The name ${JSON.stringify(name)} does not match ${pattern}.`);
            },
        },
    ],
});
