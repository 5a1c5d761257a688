import * as pulumi from "@pulumi/pulumi";
import { checkNames, isKnownObject, refusal } from "../arguments";
import type { ConnectionStringArgs } from "../resources/connectionString";
import { Peering } from "../resources/peering";
import { Service } from "../resources/service";
import { Vpc } from "../resources/vpc";
import { nameInUrn, nativePrefix } from "../../shared/registration";

/** Validates that `service` is an object without what the component gives it: `taken`, with what to do instead. The provider validates the rest. */
export function checkService(who: string, service: unknown, taken: Readonly<Record<string, string>>): void {
    if (service === undefined) return;
    if (!isKnownObject(service)) throw refusal(who, "service must be an object");
    const own = Object.keys(taken).find((name) => name in service);
    if (own !== undefined) throw refusal(who, `service.${own} cannot be given: ${taken[own]}`);
}

/** What to do instead of an argument that the component has as well. */
export const asOwn = (...names: string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name) => [name, `use the argument ${name} of the component`]));

export const componentLabel = (type: string, name: string): string => `${type} ${JSON.stringify(name)}`;

/**
 * The options that Pulumi does not pass on to a component's children by itself, as it does transforms and providers; and `protect`, because a
 * service has to see whether it is given. A child has the component's name and a suffix.
 */
export function childOptions(
    parent: pulumi.ComponentResource,
    opts: pulumi.ComponentResourceOptions = {},
): (suffix: string) => pulumi.CustomResourceOptions {
    const { aliases = [], protect, dependsOn, customTimeouts, retainOnDelete, deletedWith } = opts;
    const shared = { parent, protect, dependsOn, customTimeouts, retainOnDelete, deletedWith };
    // The engine passes on the former name only in the `up` that finds the component under it. If that one stops before the children, the
    // next one would delete them and create others.
    return (suffix) => ({
        ...shared,
        aliases: aliases.map((alias) =>
            pulumi.output(alias).apply((one) => {
                const former = typeof one === "string" ? nameInUrn(one) : one.name;
                return former === undefined ? {} : { name: `${former}${suffix}` };
            }),
        ),
    });
}

/** The values that a component needs for its connection string. The API has no default for `user` and `database`. */
export interface Login extends Pick<ConnectionStringArgs, "user" | "database" | "sslmode"> {
    /** The password of `user`. Default: the service's `password`, which is the password of the master user. */
    password?: pulumi.Input<string | undefined>;
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

/** A component around one service. */
export abstract class ServiceComponent extends pulumi.ComponentResource {
    /** The service. */
    abstract readonly service: Service;
    /** The classes of its children. The components of the native provider have others. */
    protected static readonly children = { Vpc, Peering, Service };
    // Private fields of JavaScript, because all other properties become a stack output where a program exports the component.
    /** The component, in messages. */
    readonly #who: string;
    /** Undefined without a login. */
    #connection: pulumi.Output<string> | undefined;

    protected constructor(type: string, name: string, opts: pulumi.ComponentResourceOptions | undefined) {
        // Without inputs: a password among them would be in the state a second time.
        super(`${nativePrefix}${type}`, name, {}, opts);
        this.#who = componentLabel(type, name);
    }

    /** Registers the outputs, with the connection string if there is a login. */
    protected complete(outputs: pulumi.Inputs, login: Login | undefined, via: Login["via"]): void {
        this.#connection = login && this.service.connectionString({ ...login, via: login.via ?? via });
        this.registerOutputs({ serviceId: this.service.id, ...outputs, connectionString: this.#connection });
    }

    /**
     * The connection string of the service, `postgresql://user:password@host:port/database?sslmode=require`, always a secret. By default, a
     * `PrivateService` uses the endpoint inside the VPC, and a `PreviewFork` the direct one. Reading it without `login` is an error. As for
     * `Service.connectionString`, the deployment fails if the API returns no address, for example for a paused service.
     */
    get connectionString(): pulumi.Output<string> {
        if (this.#connection === undefined)
            throw refusal(this.#who, "login is needed for its connectionString: { user, database }");
        return this.#connection;
    }
}
