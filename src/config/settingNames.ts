/** The namespace in the stack's configuration. */
export const namespace = "clouddb";

/** The keys of the stack's configuration, without the namespace. */
export const settingNames = [
    "apiKey",
    "baseUrl",
    "projectId",
    "profiles",
    "onNameConflict",
    "autoName",
    "maxConcurrency",
    "requestTimeout",
    "allowInsecureHttp",
] as const;
