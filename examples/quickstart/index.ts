// A VPC, a highly available database in it, and a read replica set for reports.
// All settings have defaults. For example, `pulumi config set environment PROD` changes the service in place.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const regionCode = config.get("regionCode") ?? "us-east-1";
const environment = config.get<"DEV" | "PROD">("environment") ?? "DEV";
const attached = config.getBoolean("attached") ?? true;
const login = { user: config.get("user") ?? "tsdbadmin", database: config.get("database") ?? "tsdb" };

const net = new clouddb.Vpc("net", { cidr: config.get("cidr") ?? "10.0.0.0/16", regionCode });

const peering = new clouddb.Peering("office", {
    vpcId: net.id,
    peerAccountId: config.get("peerAccountId") ?? "123456789012",
    peerRegionCode: regionCode,
    peerVpcId: config.get("peerVpcId") ?? "vpc-0a1b2c3d4e5f60718",
});

const orders = new clouddb.Service("orders", {
    regionCode,
    addons: ["time-series"],
    cpuMillis: config.getNumber("cpuMillis") ?? 1000,
    memoryGbs: config.getNumber("memoryGbs") ?? 4,
    environment,
    replicaCount: config.getNumber("replicaCount") ?? 1,
    connectionPooler: config.getBoolean("connectionPooler") ?? true,
    vpcId: attached ? net.id : undefined,
    generatePassword: true,
    passwordVersion: config.getNumber("passwordVersion") ?? 1,
    paused: config.getBoolean("paused"),
    deletionProtection: config.getBoolean("deletionProtection"),
});

const reports = new clouddb.ReadReplicaSet("reports", {
    serviceId: orders.id,
    nodes: 2,
    cpuMillis: 1000,
    memoryGbs: 4,
});

// A copy of the service as it was at a moment, for example before a migration that went wrong.
const targetTime = config.get("restoreTo");
const restored =
    targetTime === undefined
        ? undefined
        : new clouddb.Service("orders-restored", {
              forkFrom: { serviceId: orders.id, strategy: "PITR", targetTime },
          });

export const host = orders.endpoint.host;
export const pooler = orders.poolerEndpoint.apply((endpoint) => endpoint?.host);
export const url = orders.connectionString(login);
export const reportsUrl = reports.connectionString({ ...login, password: orders.password });
export const restoredUrl = restored?.connectionString(login) ?? "";
export const acceptPeering = peering.provisionedId;
