// A peering has two sides, and the other one has to accept it. `Peering` is done as soon as the other side's accepter has what
// it needs; `PeeringActivation` then waits until the peering is active.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const regionCode = "us-east-1";

const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode });
const peering = new clouddb.Peering("office", {
    vpcId: net.id,
    peerAccountId: config.get("peerAccountId") ?? "123456789012",
    peerRegionCode: regionCode,
    peerVpcId: config.get("peerVpcId") ?? "vpc-0a1b2c3d4e5f60718",
});

// Here comes the other side's accepter, from the package of its cloud. On AWS:
//
//     const accepter = new aws.ec2.VpcPeeringConnectionAccepter("office", {
//         vpcPeeringConnectionId: peering.provisionedId,
//         autoAccept: true,
//     });
//
// and `{ dependsOn: accepter }` as the option of the activation, which would otherwise begin to wait before anyone accepts.
const active = new clouddb.PeeringActivation("office", { peeringId: peering.id });

// What needs the peering depends on its activation.
const orders = new clouddb.Service("orders", { regionCode, vpcId: net.id }, { dependsOn: active });

export const peeringStatus = active.status;
export const host = orders.vpcEndpoint.apply((endpoint) => endpoint?.host);
