// Two projects in one stack. Each has a personal access token, since one reaches one project only:
//
//     pulumi config set --secret clouddb:apiKey
//     pulumi config set --secret --path 'clouddb:profiles.analytics.apiKey'
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

/** A team's databases, wherever they are. */
class Team extends pulumi.ComponentResource {
    readonly database: clouddb.Service;

    constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
        super("example:index:Team", name, {}, opts);
        this.database = new clouddb.Service(`${name}-database`, { regionCode: "us-east-1" }, { parent: this });
        this.registerOutputs({ database: this.database });
    }
}

// With the stack's own key, with a profile, and with a profile for all that is in a component.
const orders = new clouddb.Service("orders", { regionCode: "us-east-1" });
const events = new clouddb.Service("events", { regionCode: "us-east-1", profile: "analytics" });
const reports = new Team("reports", { transforms: [clouddb.withProfile("analytics")] });

export const projectIds = [orders.projectId, events.projectId, reports.database.projectId];
export const analytics = clouddb
    .getServicesOutput({ profile: "analytics" }, { dependsOn: [events, reports] })
    .apply((services) => services.map(({ name }) => name).sort());
