// Reads data from the API. A function that returns a promise calls the API immediately. A function that returns an output waits until
// its arguments are known, so it also works in the preview of resources that do not exist yet.
import * as clouddb from "pulumi-clouddb";

const orders = new clouddb.Service("orders", { regionCode: "us-east-1" });

// Waits for the service. In the preview of a service that does not exist yet, the result is unknown.
const found = clouddb.getServiceOutput({ name: orders.name });
const warnings = clouddb.getServiceLogsOutput({
    serviceId: orders.id,
    severities: ["WARNING", "ERROR", "FATAL"],
    limit: 10,
});

export = async () => {
    const identity = await clouddb.getCallerIdentity();
    const projects = await clouddb.getProjects();
    const vpcs = await clouddb.getVpcs();
    return {
        caller: identity.apiKey?.name ?? identity.oauth?.user.name,
        projects: projects.map(({ name }) => name),
        vpcs: vpcs.map(({ name, cidr }) => `${name}: ${cidr}`),
        metrics: found.metrics,
        production: clouddb.getServicesOutput({ environment: "PROD" }).apply((all) => all.map(({ name }) => name)),
        readers: clouddb.getReadReplicaSetsOutput({ serviceId: orders.id }).apply((all) => all.length),
        warnings: warnings.apply((entries) => entries.map(({ message }) => message)),
    };
};
