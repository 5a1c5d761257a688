import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type * as Reads from "./reads/readReplicaSets";
import type { ReadReplicaSetResult, GetReadReplicaSetArgs, GetReadReplicaSetsArgs } from "./reads/readReplicaSets";

export type { ReadReplicaSetResult, GetReadReplicaSetArgs, GetReadReplicaSetsArgs } from "./reads/readReplicaSets";

// eslint-disable-next-line @typescript-eslint/no-require-imports -- see defineFunction
const reads = () => require("./reads/readReplicaSets") as typeof Reads;
const readReplicaSets = defineFunction(() => reads().getReadReplicaSets);
const one = defineFunction(() => reads().getReadReplicaSet);

/** Lists the read replica sets of a service (`GET /projects/{project_id}/services/{service_id}/replicaSets`). */
export function getReadReplicaSets(
    args: GetReadReplicaSetsArgs,
    _opts?: FunctionOptions,
): Promise<ReadReplicaSetResult[]> {
    return readReplicaSets.promise(args);
}

/** As {@link getReadReplicaSets}, for arguments that may be outputs. */
export function getReadReplicaSetsOutput(
    args: InputsOf<GetReadReplicaSetsArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<ReadReplicaSetResult[]> {
    return readReplicaSets.output(args, opts);
}

/**
 * Looks up a read replica set by its id, or by its service and its name
 * (`GET /projects/{project_id}/services/{service_id}/replicaSets`). If there is none, or if several have the name, the error lists
 * what exists.
 */
export function getReadReplicaSet(args: GetReadReplicaSetArgs, _opts?: FunctionOptions): Promise<ReadReplicaSetResult> {
    return one.promise(args);
}

/** As {@link getReadReplicaSet}, for arguments that may be outputs. */
export function getReadReplicaSetOutput(
    args: InputsOf<GetReadReplicaSetArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<ReadReplicaSetResult> {
    return one.output(args, opts);
}
