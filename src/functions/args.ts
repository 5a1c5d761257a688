import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { idText } from "../lifecycle";

/** Arguments that every function takes which works in a project. */
export interface ProjectArgs extends ProfileArgs {
    /** The project to look in. Default: the profile's, or `clouddb:projectId`, or the one that the API key leads to. */
    projectId?: string;
}

/** Arguments that every function takes. */
export interface ProfileArgs {
    /** The named connection (`clouddb:profiles`) to use. Default: the stack's own API key. */
    profile?: string;
}

/** The arguments of a function's Output form: each of them may be an output. */
export type InputsOf<Args> = { [Key in keyof Args]: InputOf<Args[Key]> };

type InputOf<T> = [T] extends [readonly (infer Item)[] | undefined]
    ? pulumi.Input<pulumi.Input<Item>[]>
    : pulumi.Input<T>;

/** Options of a function's Promise form. */
export interface FunctionOptions {
    /** Accepted as by every Pulumi function; there is no provider to inherit from it, so it has no effect. */
    parent?: pulumi.Resource;
}

/** Options of a function's Output form. */
export interface FunctionOutputOptions extends FunctionOptions {
    /** What has to be there first. As long as it is not, in a preview, the result is unknown. */
    dependsOn?: pulumi.InvokeOutputOptions["dependsOn"];
}

const text = z.string().min(1);

export const profileSchema = { profile: text.optional() };
export const projectSchema = { ...profileSchema, projectId: idText.optional() };
/** A name, or a word that is looked for. */
export const textSchema = text;
/** An id of the API: a part of a path. */
export const idSchema = idText;
