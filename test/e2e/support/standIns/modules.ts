// The packages of other providers, for programs in this process: their resources do nothing.
import * as pulumi from "@pulumi/pulumi";
import type { Modules } from "../../../support/deployHere";

type ComponentClass = new (name: string, args: pulumi.Inputs) => pulumi.ComponentResource;

function component(type: string): ComponentClass {
    return class extends pulumi.ComponentResource {
        readonly id: pulumi.Output<unknown>;
        readonly name: pulumi.Output<unknown>;

        constructor(name: string, args: pulumi.Inputs) {
            super(`test:standIn:${type}`, name);
            this.id = pulumi.output(name);
            this.name = pulumi.output(args["name"]);
        }
    };
}

const components = (...types: readonly string[]) => Object.fromEntries(types.map((type) => [type, component(type)]));

export const standInModules: Modules = {
    "@pulumi/aws": { ec2: components("VpcPeeringConnectionAccepter", "Route") },
    "@pulumi/command": { local: components("Command") },
    "@pulumi/postgresql": components("Provider", "Role", "Database", "Extension", "Grant", "DefaultPrivileges"),
    // The folder of the program is not the current one.
    "node:fs": { readdirSync: () => [] },
};
