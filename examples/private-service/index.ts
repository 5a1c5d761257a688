// A service that an application in another cloud account reaches through a peering, and one more service in the same VPC.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const login = { user: config.get("user") ?? "tsdbadmin", database: config.get("database") ?? "tsdb" };
const regionCode = "us-east-1";

const orders = new clouddb.PrivateService("orders", {
    regionCode,
    cidr: "10.2.0.0/16",
    peering: { peerAccountId: "123456789012", peerRegionCode: regionCode, peerVpcId: "vpc-0a1b2c3d" },
    service: { cpuMillis: 1000, memoryGbs: 4 },
    login,
});
const reports = new clouddb.PrivateService("reports", {
    regionCode,
    vpcId: orders.vpcId,
    service: { connectionPooler: true, generatePassword: true },
    login: { ...login, via: "pooler" },
});

export const acceptPeering = orders.peering?.provisionedId;
export const ordersUrl = orders.connectionString;
export const reportsUrl = reports.connectionString;
