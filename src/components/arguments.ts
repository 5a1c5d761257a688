import * as pulumi from "@pulumi/pulumi";
import { didYouMean } from "../config/problems";
import { programError } from "../program/runtime";
import type { SslMode } from "../resources/connectionString";
import type { Service } from "../resources/service";

/** The error that ends a program whose component, `who`, has an argument that is wrong: `why` begins with the argument's name. */
export const refusal = (who: string, why: string): Error => programError(`${who}: ${why}`);

/** Validates that `args` is an object with arguments of these names only, none of which is required unless it is in `required`. */
export function checkNames(
    who: string,
    args: unknown,
    names: readonly string[],
    { within = "", required = [] }: { within?: string; required?: readonly string[] } = {},
): Readonly<Record<string, unknown>> {
    const path = (name: string) => (within === "" ? name : `${within}.${name}`);
    if (typeof args !== "object" || args === null || Array.isArray(args) || isPending(args))
        throw refusal(who, `${within || "its arguments"} must be an object`);
    const given = args as Record<string, unknown>;
    const unknown = Object.keys(given).find((name) => !names.includes(name));
    if (unknown !== undefined) {
        const meant = didYouMean(unknown, names);
        const hint = meant === undefined ? "" : `: did you mean ${path(meant)}?`;
        throw refusal(who, `${path(unknown)} is not an argument of it${hint}`);
    }
    const missing = required.find((name) => given[name] == null);
    if (missing !== undefined) throw refusal(who, `${path(missing)} is required`);
    return given;
}

/**
 * Validates the argument `service`, the service's own arguments, of which its schema is validated by the provider. `taken`: those that
 * the component gives it, each with what to do instead.
 */
export function checkService(who: string, service: unknown, taken: Readonly<Record<string, string>>): void {
    if (service === undefined) return;
    if (typeof service !== "object" || service === null || Array.isArray(service) || isPending(service))
        throw refusal(who, "service must be an object");
    const own = Object.keys(taken).find((name) => name in service);
    if (own !== undefined) throw refusal(who, `service.${own} cannot be given: ${taken[own]}`);
}

/** What to do instead of an argument that the component has as well. */
export const asOwn = (...names: string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name) => [name, `use the argument ${name} of the component`]));

/** The value as an output in which nothing is wrong. A plain value is validated at once. */
export function checked<T>(
    who: string,
    name: string,
    value: pulumi.Input<T>,
    problem: (value: unknown) => string | undefined,
): pulumi.Output<pulumi.Unwrap<T>> {
    const check = (known: unknown) => {
        const why = problem(known);
        if (why !== undefined) throw refusal(who, `${name} ${why}`);
    };
    if (!isPending(value)) check(value);
    return pulumi.output(value).apply((known) => {
        check(known);
        return known;
    });
}

/** Whether a value is a component of one type, also if another copy of the package has made it. */
export const isComponent = (type: string, value: unknown): boolean =>
    pulumi.ComponentResource.isInstance(value) && (value as { readonly __pulumiType?: unknown }).__pulumiType === type;

/** Whether a value comes later. */
export const isPending = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

/**
 * The options of a component's children: what Pulumi does not pass on from a component by itself (as it does `protect`, `aliases`,
 * transforms and providers).
 */
export const childOptions = (
    parent: pulumi.ComponentResource,
    { dependsOn, customTimeouts, retainOnDelete, deletedWith }: pulumi.ComponentResourceOptions = {},
): pulumi.CustomResourceOptions => ({
    parent,
    ...(dependsOn === undefined ? {} : { dependsOn }),
    ...(customTimeouts === undefined ? {} : { customTimeouts }),
    ...(retainOnDelete === undefined ? {} : { retainOnDelete }),
    ...(deletedWith === undefined ? {} : { deletedWith }),
});

/** The values that a component needs for its connection string. */
export interface Login {
    /** The database user to connect as. Required, because the API has no default. */
    user: pulumi.Input<string>;
    /** The name of the database to connect to. Required, because the API has no default. */
    database: pulumi.Input<string>;
    /** The password of `user`. Default: the service's `password`, which is the password of the master user. */
    password?: pulumi.Input<string | undefined>;
    /** The `sslmode` of libpq. Default: `require`. */
    sslmode?: pulumi.Input<SslMode | undefined>;
    /** The endpoint to use: `vpc`, `direct` or `pooler` (requires `connectionPooler`). Default: `vpc` for a `PrivateService`, `direct` for a `PreviewFork`. */
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
