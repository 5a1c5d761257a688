// A production database in a VPC that survives the loss of a machine without losing a committed transaction.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const regionCode = config.get("regionCode") ?? "us-east-1";

const net = new clouddb.Vpc("net", { cidr: config.get("cidr") ?? "10.1.0.0/16", regionCode });

const orders = new clouddb.Service(
    "orders",
    {
        regionCode,
        cpuMillis: config.getNumber("cpuMillis") ?? 4000,
        memoryGbs: config.getNumber("memoryGbs") ?? 16,
        environment: "PROD",
        // Two replicas. A transaction is committed only after the synchronous one has received it.
        replicaCount: 2,
        syncReplicaCount: 1,
        connectionPooler: true,
        vpcId: net.id,
        // Unset, the protection of a PROD service is on. Set it to false before you delete the service.
        deletionProtection: config.getBoolean("deletionProtection"),
    },
    { customTimeouts: { create: "1h", update: "1h" } },
);

export const protectedFromDeletion = orders.deletionProtection;
export const host = orders.vpcEndpoint.apply((endpoint) => endpoint?.host);
export const url = orders.connectionString({ user: "tsdbadmin", database: "tsdb", via: "vpc" });
