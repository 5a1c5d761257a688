import * as pulumi from "@pulumi/pulumi";
import { Connections } from "../../config/connections";
import { namespace } from "../../config/settingNames";
import { readSettings } from "../../config/settings";

const opened = new Map<string, Connections>();

/**
 * The connections of the program's process, shared by all functions and configured like the provider process. One per
 * configuration, since one process may run several programs (automation API, unit tests).
 */
export function session(): Connections {
    const settings = readSettings((key) => pulumi.runtime.getConfig(`${namespace}:${key}`), process.env);
    const key = JSON.stringify(settings);
    const open = opened.get(key) ?? new Connections(settings);
    opened.set(key, open);
    return open;
}
