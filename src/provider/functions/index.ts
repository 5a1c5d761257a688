// What the functions of the package read, each by its name. A program calls them itself, or has the native provider call them.
import type { FunctionDefinition } from "./definition";
import * as identity from "./identity";
import * as peerings from "./peerings";
import * as readReplicaSets from "./readReplicaSets";
import * as services from "./services";
import * as vpcs from "./vpcs";

export { parseArgs, type FunctionDefinition } from "./definition";

export const functions = { ...identity, ...vpcs, ...peerings, ...services, ...readReplicaSets } satisfies Readonly<
    Record<string, FunctionDefinition>
>;

export type FunctionName = keyof typeof functions;
