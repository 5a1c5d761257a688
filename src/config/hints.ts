import { ApiError, endpoints } from "../api";
import { namespace } from "./settingNames";

const key = `\`${namespace}:apiKey\`, the profile's \`apiKey\` or CLOUDDB_API_KEY`;

/**
 * The error's message. Where the configuration is the likely cause, a hint is added: an API key that is refused, or a base URL
 * under which not even a collection exists.
 */
export function withHint(error: Error): string {
    if (!(error instanceof ApiError)) return error.message;
    if (error.kind === "unauthorised")
        return `${error.message}. Is the API key right (${key})? \`pulumi refresh\` and \`pulumi destroy\` use the one of the last \`pulumi up\`, or with \`--run-program\` the configured one.`;
    if (error.kind === "forbidden")
        return `${error.message}. May the API key (${key}) do this in the project? A personal access token reaches one project.`;
    if (error.kind === "notFound" && isCollection(error.path))
        return `${error.message}. Is the address right (\`${namespace}:baseUrl\`, up to its \`v1\`), and may the API key see the project?`;
    return error.message;
}

/** The list endpoints of a project: in an existing project they never answer 404. */
const collections = Object.values(endpoints)
    .filter(({ verb, path }) => verb === "GET" && !path.replace("{project_id}", "").includes("{"))
    .map(({ path }) => new RegExp(`^${path.replace("{project_id}", "[^/]+")}$`));

const isCollection = (path: string): boolean => collections.some((collection) => collection.test(path));
