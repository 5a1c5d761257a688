import type * as pulumi from "@pulumi/pulumi";
import type { SslMode } from "../resources/connectionUrl";
import type { Service } from "../resources/service";
import { checkNames, refusal } from "./arguments";

/** What a component needs for its connection string. */
export interface Login {
    /** The database user to connect as: the API has no default. */
    user: pulumi.Input<string>;
    /** The name of the database to connect to: the API has no default. */
    database: pulumi.Input<string>;
    /** The password of `user`. Default: the service's `password`, which is the master user's. */
    password?: pulumi.Input<string | undefined>;
    /** The `sslmode` of libpq. Default: `require`. */
    sslmode?: pulumi.Input<SslMode | undefined>;
    /** Which endpoint: `vpc`, `direct` or `pooler` (needs `connectionPooler`). Default: the component's. */
    via?: "direct" | "pooler" | "vpc";
}

export function checkLogin(who: string, login: unknown): void {
    if (login === undefined) return;
    checkNames(who, login, ["user", "database", "password", "sslmode", "via"], {
        within: "login",
        required: ["user", "database"],
    });
}

/** The connection string of a component's service; undefined without a login. */
export const connectionOf = (
    service: Service,
    login: Login | undefined,
    via: Login["via"],
): pulumi.Output<string> | undefined => login && service.connectionString({ via, ...login });

interface Connection {
    /** The component, in messages. */
    readonly who: string;
    /** Undefined without a login. */
    readonly connection: pulumi.Output<string> | undefined;
}

/** Not properties of the components: all of those become a stack output where a program exports the component. */
const connections = new WeakMap<object, Connection>();

export function keepConnection(component: object, who: string, connection: Connection["connection"]): void {
    connections.set(component, { who, connection });
}

/** The connection string, or the error of a component that has been given no login. */
export function connectionOrRefusal(component: object): pulumi.Output<string> {
    const { who = "", connection } = connections.get(component) ?? {};
    if (connection === undefined) throw refusal(who, "login is needed for its connectionString: { user, database }");
    return connection;
}
