import * as pulumi from "@pulumi/pulumi";
import type { Endpoint } from "./common";
import { checked, checkNames, refusal } from "../arguments";
import { mocks } from "../sdk";
import { connectionUrl, sslModes, unfit, type SslMode } from "../../shared/connectionUrl";

/** The arguments of a `connectionString` method. */
export interface ConnectionStringArgs<Via extends string = "direct" | "pooler" | "vpc"> {
    /** The database user to connect as. */
    user: pulumi.Input<string>;
    /** The name of the database to connect to. */
    database: pulumi.Input<string>;
    /** The endpoint to use: `direct`, `pooler` (the connection pooler's) or `vpc` (the endpoint inside the VPC). Default: `direct`. */
    via?: Via;
    /** The `sslmode` of libpq. Default: `require`. */
    sslmode?: pulumi.Input<SslMode | undefined>;
    /** The password of `user`. */
    password?: pulumi.Input<string | undefined>;
}

interface Way {
    readonly endpoint: pulumi.Output<Endpoint | undefined>;
    /** Whether the resource has the endpoint, whose address may appear later. Default: always. */
    readonly exists?: pulumi.Output<boolean>;
    /** The error if it has not. */
    readonly missing?: string;
}

interface Source<Via extends string> {
    /** In messages: `service "orders"`, by the resource's name. */
    readonly who: string;
    readonly status: pulumi.Output<string>;
    readonly ways: Readonly<Record<Via, Way>>;
    /** The default password. */
    readonly password?: pulumi.Input<string | undefined>;
    /** The error if there is no password. */
    readonly passwordMissing: string;
}

const argumentNames = ["via", "user", "database", "password", "sslmode"];

export const poolerMissing = (what: string): string =>
    `it has no connection pooler. Set \`connectionPooler: true\` on the ${what}, or use another \`via\``;

/** What a connection string contains in a unit test whose mocks tell no address, and no password. */
const standIn: Readonly<Record<"direct" | "pooler" | "vpc", Endpoint>> = {
    direct: { host: "mock.clouddb.example", port: 5432 },
    pooler: { host: "mock-pooler.clouddb.example", port: 6432 },
    vpc: { host: "mock-vpc.clouddb.example", port: 5433 },
};
const mockPassword = "mock-password";

/**
 * The connection string of a resource, as a secret. It is unknown while any part of it is. Invalid arguments fail in the preview
 * already, and an unavailable endpoint does where it can be known. In a unit test with mocks that leave out an address or a password
 * it contains a made-up one.
 */
export function connectionString<Via extends "direct" | "pooler" | "vpc">(
    { who, status, ways, password: own, passwordMissing }: Source<Via | "direct">,
    args: ConnectionStringArgs<Via>,
): pulumi.Output<string> {
    const label = `connectionString of ${who}`;
    const refuse = (why: string) => refusal(label, why);
    const given = checkNames(label, args, argumentNames, { required: ["user", "database"] });
    const names = Object.keys(ways);
    const asked = given["via"];
    if (asked !== undefined && (typeof asked !== "string" || !names.includes(asked))) {
        const actual = typeof asked === "string" ? JSON.stringify(asked) : "a value of another type, such as an output";
        throw refuse(`via must be ${names.join(" or ")}, not ${actual}`);
    }
    const { user, database, via = "direct", sslmode = "require", password = own } = args;
    const { endpoint, exists = true, missing = "" } = ways[via];
    const mocked = mocks() !== undefined;
    // Mocks that tell no status tell no outputs at all, so what is absent may well exist.
    const untold = mocked ? status.apply((now: string | undefined) => now === undefined) : false;
    const known = pulumi.all([endpoint, status] as const);
    const address = pulumi.all([exists, untold] as const).apply(([isThere, mayBeThere]) => {
        if (!isThere && !mayBeThere) throw refuse(missing);
        return known.apply(([address, now]) => {
            if (address !== undefined) return address;
            if (mocked) return standIn[via];
            throw refuse(
                `the API has not reported an address yet (its status is ${now}; a paused service may have none). \`pulumi up --refresh\` reads it again`,
            );
        });
    });
    const parts = pulumi.output({
        endpoint: address,
        user: checked(label, "user", user, unfit),
        database: checked(label, "database", database, unfit),
        password: checked(label, "password", password, (value) =>
            value === undefined ? undefined : unfit(value),
        ).apply((known) => {
            if (known !== undefined) return known;
            if (mocked) return mockPassword;
            throw refuse(passwordMissing);
        }),
        sslmode: checked(label, "sslmode", sslmode, (value) =>
            value === undefined || sslModes.some((mode) => mode === value)
                ? undefined
                : `must be one of ${sslModes.join(", ")}`,
        ).apply((mode = "require") => mode),
    });
    return pulumi.secret(parts.apply(connectionUrl));
}
