// Stands for the package `@pulumi/postgresql`, whose plugin no test can download: dynamic resources that send the same SQL.
// It is written into the project of a guide, beside `statements`.
import * as pulumi from "@pulumi/pulumi";
import { Client } from "pg";
// In the project, it is in the same folder.
import { creation, passwordChange, type Role as RoleArgs, type Script } from "./statements";

interface Connection {
    readonly host: string;
    readonly port: number;
    readonly username: string;
    readonly password: string;
    readonly database: string;
}

type Kind = keyof typeof creation;
type Properties = Readonly<Record<string, unknown>> & { readonly connection: Connection };

async function play(connection: Connection, { database, statements }: Script): Promise<void> {
    const { username, ...rest } = connection;
    const client = new Client({
        ...rest,
        user: username,
        ...(database !== undefined && { database }),
        // As the default of the real one, `sslmode=require`.
        ssl: { rejectUnauthorized: false },
    });
    await client.connect();
    try {
        for (const statement of statements) await client.query(statement);
    } finally {
        await client.end();
    }
}

/** What the resource has besides its connection and the code that loads this. */
const own = ({ connection: _connection, __provider: _code, ...args }: Properties) => args;

export const provider = (kind: Kind): pulumi.dynamic.ResourceProvider<Properties, Properties> => ({
    // As the real one, whose connection belongs to a resource of its own.
    diff: (_id, olds, news) =>
        Promise.resolve({
            changes: JSON.stringify(own(olds)) !== JSON.stringify(own(news)),
            deleteBeforeReplace: true,
        }),
    async create(inputs) {
        const script = creation[kind] as (args: object, owner: string) => Script;
        await play(inputs.connection, script(own(inputs), inputs.connection.username));
        return { id: kind, outs: inputs };
    },
    async update(_id, _olds, news) {
        if (kind !== "Role") throw new Error(`no test changes a ${kind}`);
        await play(news.connection, passwordChange(own(news) as unknown as RoleArgs));
        return { outs: news };
    },
    delete: () => Promise.reject(new Error(`no test deletes a ${kind} without its service`)),
});

export class Provider {
    readonly connection: pulumi.Output<unknown>;

    constructor(_name: string, args: pulumi.Inputs) {
        this.connection = pulumi.secret(args);
    }
}

type Options = Omit<pulumi.CustomResourceOptions, "provider"> & { readonly provider: Provider };

class Resource extends pulumi.CustomResource {
    declare readonly name: pulumi.Output<string>;

    constructor(kind: Kind, name: string, args: pulumi.Inputs, { provider: { connection }, ...options }: Options) {
        const code = `exports.handler = () => require("@pulumi/postgresql").provider("${kind}");`;
        super(`pulumi-nodejs:dynamic/postgresql:${kind}`, name, { ...args, connection, __provider: code }, options);
    }
}

type ResourceClass = new (name: string, args: pulumi.Inputs, options: Options) => Resource;

const resource = (kind: Kind): ResourceClass =>
    class extends Resource {
        constructor(name: string, args: pulumi.Inputs, options: Options) {
            super(kind, name, args, options);
        }
    };

export const Role = resource("Role");
export const Database = resource("Database");
export const Extension = resource("Extension");
export const Grant = resource("Grant");
export const DefaultPrivileges = resource("DefaultPrivileges");
