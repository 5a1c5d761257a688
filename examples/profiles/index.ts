// Two projects in one stack. Each needs its own personal access token, because a token reaches one project only:
//
//     pulumi config set --secret clouddb:apiKey
//     pulumi config set --secret --path 'clouddb:profiles.analytics.apiKey'
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

/** The databases of a team, in the project of its profile. */
class Team extends pulumi.ComponentResource {
    readonly database: clouddb.Service;

    constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
        super("example:index:Team", name, {}, opts);
        this.database = new clouddb.Service(`${name}-database`, { regionCode: "us-east-1" }, { parent: this });
        this.registerOutputs({ database: this.database });
    }
}

// One service with the stack's own key, one with a profile, and a component whose resources all have a profile.
const orders = new clouddb.Service("orders", { regionCode: "us-east-1" });
const events = new clouddb.Service("events", { regionCode: "us-east-1", profile: "analytics" });
const reports = new Team("reports", { transforms: [clouddb.withProfile("analytics")] });

export const projectIds = [orders.projectId, events.projectId, reports.database.projectId];
export const analytics = clouddb
    .getServicesOutput({ profile: "analytics" }, { dependsOn: [events, reports] })
    .apply((services) => services.map(({ name }) => name).sort());
