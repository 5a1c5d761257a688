// Three steps, each with its own `up`: restore, switch, remove the old service. README.md lists the commands.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const restoreTo = config.get("restoreTo");
const oldId = config.get("oldId");
const cutOver = config.getBoolean("cutOver") ?? false;
const login = { user: "tsdbadmin", database: "tsdb" };

// Both services have these values, because a fork inherits only the data, the region, the addons and the size. Otherwise, the fork of a production
// service would have no replicas, no pooler and no VPC, and would not be protected from deletion.
const args: clouddb.ServiceArgs = {
    cpuMillis: 1000,
    memoryGbs: 4,
    environment: "PROD",
    replicaCount: 1,
    connectionPooler: true,
};

// When `oldId` is set, the old service is no longer in the program, and the `up` deletes it.
const old =
    oldId === undefined
        ? new clouddb.Service("orders", {
              ...args,
              name: "orders",
              regionCode: "us-east-1",
              deletionProtection: config.getBoolean("protectOld"),
          })
        : undefined;
const parentId = old?.id ?? config.require("oldId");

const restored =
    restoreTo === undefined
        ? undefined
        : new clouddb.Service("orders-restored", {
              ...args,
              name: "orders-restored",
              forkFrom: { serviceId: parentId, strategy: "PITR", targetTime: restoreTo },
              deletionProtection: config.getBoolean("protectRestored"),
          });

const current = cutOver ? restored : old;
export const currentId = current?.id;
export const url = current?.connectionString(login);
export const restoredUrl = restored?.connectionString(login);
