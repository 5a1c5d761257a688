import type * as clouddb from "../index";
import type { ResourceName } from "../lifecycle";
import type { OutputsOf } from "./world";

type Api = typeof clouddb;
/** The functions of the package that call the API: each has a second form whose name ends in `Output`. */
export type FunctionName = {
    [Name in keyof Api & `get${string}`]: `${Name}Output` extends keyof Api ? Name : never;
}[keyof Api & `get${string}`];
export type ArgsOf<Name extends FunctionName> = NonNullable<Parameters<Api[Name]>[0]>;
export type ResultOf<Name extends FunctionName> = Awaited<ReturnType<Api[Name]>>;

type One<Name extends ResourceName> = FunctionName & `get${Capitalize<Name>}`;
type Several<Name extends ResourceName> = FunctionName & `get${Capitalize<Name>}s`;

/** The functions that read resources of a type: `getVpc`, `getVpcs`. */
export type RecordFunction = { [Name in ResourceName]: One<Name> | Several<Name> }[ResourceName];
/** The types that functions read. */
export type ReadableName = {
    [Name in ResourceName]: One<Name> | Several<Name> extends never ? never : Name;
}[ResourceName];
/** What `getVpc` returns, and `getVpcs` a list of. */
export type RecordResult<Name extends ReadableName> =
    One<Name> extends never ? ResultOf<Several<Name>>[number & keyof ResultOf<Several<Name>>] : ResultOf<One<Name>>;

/** The types of which functions tell more than the outputs of the resource. */
export type TellsMore = {
    [Name in ReadableName]: keyof RecordResult<Name> extends keyof OutputsOf<Name> | "id" | "projectId" ? never : Name;
}[ReadableName];
