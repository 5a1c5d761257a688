// A database for every branch: `pulumi stack init pr-42`, `pulumi config set branch pr-42`, `pulumi up`.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();

// In practice, the parent belongs to another stack: read its id with a StackReference.
const parent = new clouddb.Service("orders", { regionCode: "us-east-1", cpuMillis: 2000, memoryGbs: 8 });

const fork = new clouddb.PreviewFork("orders-preview", {
    branch: config.get("branch") ?? "feature/login",
    serviceId: parent.id,
    cpuMillis: 500,
    memoryGbs: 2,
    ttlHours: config.getNumber("ttlHours") ?? 48,
    // A fork that an interrupted `pulumi up` has left gets a new password when the next one takes it over.
    service: { generatePassword: true },
    login: { user: config.get("user") ?? "tsdbadmin", database: config.get("database") ?? "tsdb" },
});

export const name = fork.service.name;
export const expiresAt = fork.expiresAt;
export const url = fork.connectionString;
/** The forks that a nightly cleanup would delete. */
export const expired = clouddb.expiredPreviewForks().then((forks) => forks.map((one) => one.name));
