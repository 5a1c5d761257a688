import * as pulumi from "@pulumi/pulumi";
import { didYouMean } from "../config/didYouMean";
import type { Endpoint } from "./common";
import { connectionUrl, sslModes, unfit, type SslMode } from "./connectionUrl";
import { programError } from "../program/programError";

/** What a connection string is made from, beside the resource's own. */
export interface ConnectionStringArgs<Via extends string = "direct" | "pooler" | "vpc"> {
    /** The database user to connect as. */
    user: pulumi.Input<string>;
    /** The name of the database to connect to. */
    database: pulumi.Input<string>;
    /** Which way: `direct`, to the database (the default); `pooler`, through the connection pooler; `vpc`, inside the VPC. */
    via?: Via;
    /** How the connection is encrypted, in libpq's words. Default: `require`. */
    sslmode?: pulumi.Input<SslMode | undefined>;
    /** The password of `user`. */
    password?: pulumi.Input<string | undefined>;
}

/** A way, and for one that a resource need not have: whether it does (its address may come later), and what to say if not. */
interface Way {
    readonly endpoint: pulumi.Output<Endpoint | undefined>;
    readonly optional?: { readonly exists: pulumi.Output<boolean>; readonly missing: string };
}

interface Source<Via extends string> {
    /** In messages: `service "orders"`, by the resource's name. */
    readonly who: string;
    readonly status: pulumi.Output<string>;
    readonly ways: Readonly<Record<Via, Way>>;
    /** The password where none is given; and what to say where there is none. */
    readonly password?: pulumi.Input<string | undefined>;
    readonly passwordMissing: string;
}

/** Why a value cannot be that of its argument. */
const faults = {
    user: unfit,
    database: unfit,
    password: unfit,
    sslmode: (value: unknown) =>
        (sslModes as readonly unknown[]).includes(value) ? undefined : `must be one of ${sslModes.join(", ")}`,
} as const;
const argumentNames = ["via", ...Object.keys(faults)];

/**
 * The connection string of a resource, as a secret; unknown as long as anything in it is. What is wrong whatever the API will
 * answer fails in the preview.
 */
export function connectionString<Via extends "direct" | "pooler" | "vpc">(
    { who, status, ways, password: own, passwordMissing }: Source<Via | "direct">,
    args: ConnectionStringArgs<Via>,
): pulumi.Output<string> {
    const refuse = (why: string) => programError(`connectionString of ${who}: ${why}`);
    const wrong = wrongIn(args, Object.keys(ways));
    if (wrong !== undefined) throw refuse(wrong);
    const { user, database, via = "direct", sslmode, password = own } = args;
    const { endpoint, optional } = ways[via];
    const fit =
        (what: keyof typeof faults) =>
        <T>(value: T): T => {
            const why = faults[what](value);
            if (why !== undefined) throw refuse(`${what} ${why}`);
            return value;
        };
    const known = pulumi.all([endpoint, status] as const);
    const reachable = optional
        ? optional.exists.apply((there) => {
              if (!there) throw refuse(optional.missing);
              return known;
          })
        : known;
    const parts = pulumi.all([
        reachable.apply(([address, now]) => {
            if (address === undefined) throw refuse(addressMissing(now));
            return address;
        }),
        pulumi.output(user).apply(fit("user")),
        pulumi.output(database).apply(fit("database")),
        pulumi.output(password).apply((given) => {
            if (given === undefined) throw refuse(passwordMissing);
            return fit("password")(given);
        }),
        pulumi.output(sslmode).apply((mode: SslMode = "require") => fit("sslmode")(mode)),
    ] as const);
    return pulumi.secret(
        parts.apply(([endpoint, user, database, password, sslmode]) =>
            connectionUrl({ endpoint, user, database, password, sslmode }),
        ),
    );
}

/** What no deployment could make right: the arguments' names, the way, and values that are no outputs. */
function wrongIn(args: unknown, ways: readonly string[]): string | undefined {
    if (typeof args !== "object" || args === null) return "its argument must be an object with user and database";
    const { via, ...rest } = args as Record<string, unknown>;
    const unknown = Object.keys(rest).find((name) => !argumentNames.includes(name));
    if (unknown !== undefined) {
        const meant = didYouMean(unknown, argumentNames);
        return `${unknown} is no argument of it${meant === undefined ? "" : `: did you mean ${meant}?`}`;
    }
    const missing = ["user", "database"].find((name) => rest[name] === undefined);
    if (missing !== undefined) return `${missing} is required`;
    if (via !== undefined && !(typeof via === "string" && ways.includes(via))) {
        const told = typeof via === "string" ? JSON.stringify(via) : "something else, such as an output";
        return `via must be ${ways.join(" or ")}, not ${told}`;
    }
    for (const [name, fault] of Object.entries(faults)) {
        const why = isLater(rest[name]) ? undefined : fault(rest[name]);
        if (why !== undefined) return `${name} ${why}`;
    }
    return undefined;
}

/** Whether there is no value yet that could be looked at. */
const isLater = (value: unknown): boolean =>
    value === undefined || pulumi.Output.isInstance(value) || value instanceof Promise;

const addressMissing = (status: string): string =>
    `the API has told no address yet (its status is ${status}; a paused one may have none). \`pulumi up --refresh\` looks again`;
