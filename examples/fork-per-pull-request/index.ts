// One stack for each pull request: `pulumi stack init pr-42`, `pulumi config set pullRequest 42`, `pulumi up`.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const pullRequest = config.requireNumber("pullRequest");

// The parent belongs to another stack, so the program looks it up instead of managing it.
const parent = clouddb.getServiceOutput({ name: config.get("parent") ?? "orders" });

const fork = new clouddb.PreviewFork("orders", {
    branch: `pr-${pullRequest}`,
    serviceId: parent.id,
    cpuMillis: 500,
    memoryGbs: 2,
    ttlHours: config.getNumber("ttlHours") ?? 48,
    login: { user: "tsdbadmin", database: "tsdb" },
});

export const name = fork.service.name;
export const expiresAt = fork.expiresAt;
export const url = fork.connectionString;
