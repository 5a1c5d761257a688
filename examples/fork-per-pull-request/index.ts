// One stack for each pull request: `pulumi stack init pr-42`, `pulumi config set pullRequest 42`, `pulumi up`.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const pullRequest = config.requireNumber("pullRequest");

// The parent belongs to another stack, so the program only gets its id. To read it from that stack:
// `new pulumi.StackReference("my-org/shared/prod").requireOutput("ordersId")`.
const serviceId = config.require("ordersId");

const fork = new clouddb.PreviewFork("orders", {
    branch: `pr-${pullRequest}`,
    serviceId,
    cpuMillis: 500,
    memoryGbs: 2,
    ttlHours: config.getNumber("ttlHours") ?? 48,
    // A fork that an interrupted `pulumi up` has left gets a new password when the next one takes it over.
    service: { generatePassword: true },
    login: { user: "tsdbadmin", database: "tsdb" },
});

export const name = fork.service.name;
export const expiresAt = fork.expiresAt;
export const url = fork.connectionString;
