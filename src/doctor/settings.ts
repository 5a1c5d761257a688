import type { SettingSources } from "../config/hints";
import { namespace } from "../config/settingNames";
import { readSettings, type Settings } from "../config/settings";
import { UserError } from "../lifecycle";

/**
 * The settings of the provider, from the environment: outside of a program there is no stack configuration. The environment has the
 * profiles in the form in which the configuration has them.
 *
 * @throws UserError - if there is no address or no key at all; the message says how to set them.
 */
export const settingsFrom = (
    environment: Readonly<Record<string, string | undefined>>,
    baseUrl: string | undefined,
): Settings => {
    const given: Readonly<Record<string, string | undefined>> = {
        baseUrl,
        profiles: environment[profilesVariable],
    };
    const settings = readSettings((key) => given[key], environment);
    const profiles = Object.values(settings.profiles);
    const missing = [
        ...((settings.baseUrl ?? profiles.find((profile) => profile.baseUrl)) ? [] : [noAddress]),
        ...((settings.apiKey ?? profiles.length > 0) ? [] : [noKey]),
    ];
    if (missing.length > 0) throw new UserError(missing.join(" "));
    return settings;
};

const noAddress = "The address of the API is not configured: set CLOUDDB_BASE_URL, or use --base-url.";
const noKey = "The API key is not configured: set CLOUDDB_API_KEY.";

export const profilesVariable = "CLOUDDB_PROFILES";

/** What a hint names: the doctor does not read the configuration of a stack. */
export const sources: SettingSources = {
    apiKey: `CLOUDDB_API_KEY, or the profile's \`apiKey\` in ${profilesVariable}`,
    baseUrl: "CLOUDDB_BASE_URL or --base-url",
};

/** The way to make a profile known here. */
export const profilesHint = `set ${profilesVariable} to the output of \`pulumi config get ${namespace}:profiles\``;
