/** The regions that the vendor of such an API publishes. The contract names none, and an API may have others. */
export const knownRegions: readonly string[] = [
    "ap-northeast-1",
    "ap-south-1",
    "ap-southeast-1",
    "ap-southeast-2",
    "ca-central-1",
    "eu-central-1",
    "eu-central-2",
    "eu-west-1",
    "eu-west-2",
    "sa-east-1",
    "us-east-1",
    "us-east-2",
    "us-west-2",
    "eastus2",
    "westeurope",
];
