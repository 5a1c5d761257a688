import type * as pulumi from "@pulumi/pulumi";

/** Arguments of every function that reads from a project. */
export interface ProjectArgs extends ProfileArgs {
    /** The project id. Default: the profile's, or `clouddb:projectId`, or the only project that the API key can access. */
    projectId?: string;
}

/** Arguments of every function. */
export interface ProfileArgs {
    /** The named connection (`clouddb:profiles`) to use. Default: the stack's own API key. */
    profile?: string;
}

/** Arguments that identify one record by its id. */
export interface LookupByIdArgs extends ProjectArgs {
    /** The id in the API. */
    id: string;
    /** Not allowed with `id`. */
    name?: undefined;
}

/** Arguments that identify one record by its name. */
export interface LookupByNameArgs extends ProjectArgs {
    /** The name, which has to be unique in the project. */
    name: string;
    /** Not allowed with `name`. */
    id?: undefined;
}

/** Arguments that identify one record: exactly one of `id` and `name`. */
export type LookupArgs = LookupByIdArgs | LookupByNameArgs;

/** The arguments of a function's Output form, each of which may be an output. */
export type InputsOf<Args> = { [Key in keyof Args]: InputOf<Args[Key]> };

/** An argument that is not allowed stays so: it is `undefined`. */
type InputOf<T> = [T] extends [undefined]
    ? undefined
    : [T] extends [readonly (infer Item)[] | undefined]
      ? pulumi.Input<pulumi.Input<Item>[]>
      : pulumi.Input<T>;

/** Options of a function's Promise form. */
export interface FunctionOptions {
    /** Accepted for consistency with other Pulumi functions. Has no effect, because there is no provider to inherit. */
    parent?: pulumi.Resource;
}

/** Options of a function's Output form. */
export interface FunctionOutputOptions extends FunctionOptions {
    /** Resources to wait for. In a preview, the result is unknown until they exist. */
    dependsOn?: pulumi.InvokeOutputOptions["dependsOn"];
}
