import { definitions, type ResourceName } from "../../src/provider/lifecycle";

/** The name of a resource's class: that of its definition, with a capital. */
export type Type = Capitalize<ResourceName>;
export const types = Object.values(definitions).map(({ type }) => type as Type);

/** The export of `pulumi-clouddb/provider` by the name of the class. */
export const exportOf = (type: Type): string =>
    Object.entries(definitions).find(([, definition]) => definition.type === type)![0];
