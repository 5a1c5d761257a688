// A production database: it survives the loss of a machine without losing a committed transaction, and is not on the internet.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const regionCode = config.get("regionCode") ?? "us-east-1";

const net = new clouddb.Vpc("net", { cidr: config.get("cidr") ?? "10.0.0.0/16", regionCode });

const orders = new clouddb.Service(
    "orders",
    {
        regionCode,
        cpuMillis: config.getNumber("cpuMillis") ?? 4000,
        memoryGbs: config.getNumber("memoryGbs") ?? 16,
        environment: "PROD",
        // Two replicas, one of which has every transaction before it counts as committed.
        replicaCount: 2,
        syncReplicaCount: 1,
        connectionPooler: true,
        vpcId: net.id,
        // The default of a PROD service; to be turned off before the service is deleted.
        deletionProtection: config.getBoolean("deletionProtection"),
    },
    { customTimeouts: { create: "1h", update: "1h" } },
);

export const protectedFromDeletion = orders.deletionProtection;
export const host = orders.vpcEndpoint.apply((endpoint) => endpoint?.host);
export const url = orders.connectionString({ user: "tsdbadmin", database: "tsdb", via: "vpc" });
