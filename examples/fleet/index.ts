// The database of one tenant. fleet.mjs deploys it for all of them.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();

const database = new clouddb.Service(`tenant-${pulumi.getStack()}`, {
    regionCode: "us-east-1",
    cpuMillis: config.getNumber("cpuMillis") ?? 500,
    memoryGbs: config.getNumber("memoryGbs") ?? 2,
});

export const id = database.id;
export const url = database.connectionString({ user: "tsdbadmin", database: "tsdb" });
