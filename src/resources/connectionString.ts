import * as pulumi from "@pulumi/pulumi";
import type { Endpoint } from "./common";
import { connectionUrl, sslModes, unfit, type SslMode } from "./connectionUrl";

/** What a connection string is made from, beside the resource's own. */
export interface ConnectionStringArgs<Via extends string = "direct" | "pooler" | "vpc"> {
    /** The database user to connect as. */
    user: pulumi.Input<string>;
    /** The name of the database to connect to. */
    database: pulumi.Input<string>;
    /** Which way: `direct`, to the database (the default); `pooler`, through the connection pooler; `vpc`, inside the VPC. */
    via?: Via;
    /** How the connection is encrypted, in libpq's words. Default: `require`. */
    sslmode?: pulumi.Input<SslMode>;
}

/** Where a way leads to, and what to do when it leads nowhere. */
export interface Way {
    readonly endpoint: pulumi.Output<Endpoint | undefined>;
    readonly missing: string;
}

interface Source<Via extends string> {
    /** In messages: `service`. */
    readonly noun: string;
    readonly name: pulumi.Output<string>;
    readonly ways: Readonly<Record<Via, Way>>;
    readonly password: pulumi.Input<string | undefined>;
    readonly passwordMissing: string;
}

/** The connection string of a resource, as a secret; unknown as long as anything in it is. */
export function connectionString<Via extends string>(
    source: Source<Via>,
    via: Via,
    { user, database, sslmode = "require" }: Omit<ConnectionStringArgs<Via>, "via">,
): pulumi.Output<string> {
    const ways: Readonly<Partial<Record<string, Way>>> = source.ways;
    const way = ways[via];
    if (way === undefined) {
        throw new pulumi.RunError(
            `connectionString: via must be ${Object.keys(ways).join(" or ")}, not ${JSON.stringify(via)}`,
        );
    }
    const parts = pulumi.all([source.name, way.endpoint, source.password, user, database, sslmode] as const);
    return pulumi.secret(
        parts.apply(([name, endpoint, password, user, database, sslmode]) => {
            const refuse = (why: string) =>
                new pulumi.RunError(`connectionString of ${source.noun} ${JSON.stringify(name)}: ${why}`);
            if (endpoint === undefined) throw refuse(way.missing);
            if (password === undefined) throw refuse(source.passwordMissing);
            for (const [what, text] of Object.entries({ user, database, password })) {
                const why = unfit(text);
                if (why !== undefined) throw refuse(`${what} ${why}`);
            }
            if (!sslModes.includes(sslmode)) throw refuse(`sslmode must be one of ${sslModes.join(", ")}`);
            return connectionUrl({ endpoint, user, password, database, sslmode });
        }),
    );
}
