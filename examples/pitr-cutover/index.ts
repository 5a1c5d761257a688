// Three steps, each an `up` of its own: restore, cut over, remove the old service. See README.md.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const restoreTo = config.get("restoreTo");
const oldId = config.get("oldId");
const cutOver = config.getBoolean("cutOver") ?? false;
const login = { user: "tsdbadmin", database: "tsdb" };

// Once `oldId` is set, the old service is no longer part of the program, and is deleted.
const old =
    oldId === undefined
        ? new clouddb.Service("orders", { name: "orders", regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4 })
        : undefined;
const parentId = old?.id ?? config.require("oldId");

const restored =
    restoreTo === undefined
        ? undefined
        : new clouddb.Service("orders-restored", {
              name: "orders-restored",
              forkFrom: { serviceId: parentId, strategy: "PITR", targetTime: restoreTo },
          });

const current = cutOver ? restored : old;
export const currentId = current?.id;
export const url = current?.connectionString(login);
export const restoredUrl = restored?.connectionString(login);
