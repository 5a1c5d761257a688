import { namespace } from "../config/settingNames";
import { readSettings, type Settings } from "../config/settings";

/**
 * The settings of the provider, from the environment: outside of a program there is no stack configuration. The environment has the
 * profiles in the form in which the configuration has them.
 */
export const settingsFrom = (
    environment: Readonly<Record<string, string | undefined>>,
    baseUrl: string | undefined,
): Settings => {
    const given: Readonly<Record<string, string | undefined>> = {
        baseUrl,
        profiles: environment[profilesVariable],
    };
    return readSettings((key) => given[key], environment);
};

export const profilesVariable = "CLOUDDB_PROFILES";

/** The way to make a profile known here. */
export const profilesHint = `set ${profilesVariable} to the output of \`pulumi config get ${namespace}:profiles\``;
