import * as clouddb from "pulumi-clouddb";

export const netVpc = new clouddb.Vpc("net", {
    adopt: "vpc0000001",
    cidr: "10.3.0.0/16",
    regionCode: "us-east-1",
});

export const ordersDbService = new clouddb.Service("orders-db", {
    adopt: "svc0000001",
    regionCode: "us-east-1",
    cpuMillis: 2000,
    memoryGbs: 8,
    environment: "PROD",
    vpcId: netVpc.id,
});
