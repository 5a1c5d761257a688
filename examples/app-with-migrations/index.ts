// The database of the application. In the stack of a pull request, it is a fork with the data of another one.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const login = { user: config.get("user") ?? "tsdbadmin", database: config.get("database") ?? "tsdb" };
const forkOf = config.get("forkOf");

const orders =
    forkOf === undefined
        ? new clouddb.Service("orders", { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4 })
        : new clouddb.PreviewFork("orders", {
              branch: pulumi.getStack(),
              serviceId: forkOf,
              strategy: "NOW",
          }).service;

export const id = orders.id;
export const url = orders.connectionString({ ...login, sslmode: "verify-full" });
