import * as pulumi from "@pulumi/pulumi";
import { Connections } from "../config/connections";
import { namespace, readSettings } from "../config/settings";

const opened = new Map<string, Connections>();

/**
 * What the program's process has open to the API: configured as the provider's process is, and shared by all functions.
 * One for each configuration, for programs that run in one process (automation, unit tests) may have different ones.
 */
export function session(): Connections {
    const settings = readSettings((key) => pulumi.runtime.getConfig(`${namespace}:${key}`), process.env);
    const key = JSON.stringify(settings);
    const open = opened.get(key) ?? new Connections(settings);
    opened.set(key, open);
    return open;
}
