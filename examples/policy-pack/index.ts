// A program that the policies in policies/ accept. README.md lists what breaks each of them.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();

const net = new clouddb.Vpc("net", { cidr: "10.4.0.0/16", regionCode: "us-east-1" });
const orders = new clouddb.Service("orders", {
    regionCode: "us-east-1",
    cpuMillis: 1000,
    memoryGbs: 4,
    environment: config.get<"DEV" | "PROD">("environment") ?? "PROD",
    replicaCount: config.getNumber("replicaCount") ?? 1,
    vpcId: net.id,
    deletionProtection: config.getBoolean("deletionProtection") ?? true,
});

export const id = orders.id;
