// A program that the policies in policies/ accept. Set `replicaCount` to 0 to see a violation.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();

const orders = new clouddb.Service("orders", {
    regionCode: "us-east-1",
    cpuMillis: 1000,
    memoryGbs: 4,
    environment: config.get<"DEV" | "PROD">("environment") ?? "PROD",
    replicaCount: config.getNumber("replicaCount") ?? 1,
    deletionProtection: config.getBoolean("deletionProtection") ?? true,
});

export const id = orders.id;
