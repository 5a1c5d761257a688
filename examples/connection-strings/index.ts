// A generated password, and connection strings for every address. Rotate the password with `pulumi config set passwordVersion 2`.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const regionCode = "us-east-1";

const net = new clouddb.Vpc("net", { cidr: "10.6.0.0/16", regionCode });
const orders = new clouddb.Service("orders", {
    regionCode,
    connectionPooler: true,
    vpcId: net.id,
    generatePassword: true,
    passwordVersion: config.getNumber("passwordVersion") ?? 1,
});
const reports = new clouddb.ReadReplicaSet("reports", {
    serviceId: orders.id,
    nodes: 1,
    cpuMillis: 1000,
    memoryGbs: 4,
    connectionPooler: true,
});

const login = { user: config.get("user") ?? "tsdbadmin", database: config.get("database") ?? "tsdb" };

export const direct = orders.connectionString(login);
export const pooled = orders.connectionString({ ...login, via: "pooler" });
export const inside = orders.connectionString({ ...login, via: "vpc", sslmode: "verify-full" });
// A replica set has the users and passwords of its service.
export const reading = reports.connectionString({ ...login, password: orders.password });
export const readingPooled = reports.connectionString({ ...login, password: orders.password, via: "pooler" });
