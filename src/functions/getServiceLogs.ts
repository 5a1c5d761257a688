import type * as pulumi from "@pulumi/pulumi";
import type { LogEntry } from "../api";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type * as Reads from "./reads/serviceLogs";
import type { GetServiceLogsArgs } from "./reads/serviceLogs";

export type { LogEntry } from "../api";
export type { GetServiceLogsArgs } from "./reads/serviceLogs";

// eslint-disable-next-line @typescript-eslint/no-require-imports -- see defineFunction
const reads = () => require("./reads/serviceLogs") as typeof Reads;
const serviceLogs = defineFunction(() => reads().getServiceLogs);

/**
 * Reads the log of a service, newest entry first (`GET /projects/{project_id}/services/{service_id}/logs`). Follows the API's
 * cursor to older entries until there are `limit`. An entry has no severity and no timestamp if the API returns only a message.
 */
export function getServiceLogs(args: GetServiceLogsArgs, _opts?: FunctionOptions): Promise<LogEntry[]> {
    return serviceLogs.promise(args);
}

/** As {@link getServiceLogs}, for arguments that may be outputs. */
export function getServiceLogsOutput(
    args: InputsOf<GetServiceLogsArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<LogEntry[]> {
    return serviceLogs.output(args, opts);
}
