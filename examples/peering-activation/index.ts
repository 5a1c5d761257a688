// The other side has to accept a peering. `Peering` is complete when it has the id that the accepter needs. `PeeringActivation` then waits
// until the peering is active.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const regionCode = "us-east-1";

const net = new clouddb.Vpc("net", { cidr: "10.8.0.0/16", regionCode });
const peering = new clouddb.Peering("office", {
    vpcId: net.id,
    peerAccountId: config.get("peerAccountId") ?? "123456789012",
    peerRegionCode: regionCode,
    peerVpcId: config.get("peerVpcId") ?? "vpc-0a1b2c3d4e5f60718",
});

// Add the accepter from the other cloud's package here. On AWS:
//
//     const accepter = new aws.ec2.VpcPeeringConnectionAccepter("office", {
//         vpcPeeringConnectionId: peering.provisionedId,
//         autoAccept: true,
//     });
//
// Then give the activation the option `{ dependsOn: accepter }`. Without it, the activation starts to wait before anyone accepts.
const active = new clouddb.PeeringActivation("office", { peeringId: peering.id });

// Resources that need the peering depend on its activation.
const orders = new clouddb.Service("orders", { regionCode, vpcId: net.id }, { dependsOn: active });

export const peeringStatus = active.status;
export const host = orders.vpcEndpoint.apply((endpoint) => endpoint?.host);
