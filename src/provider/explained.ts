import { ApiError } from "../api";
import { namespace } from "./settings";

const key = `\`${namespace}:apiKey\`, the profile's \`apiKey\` or CLOUDDB_API_KEY`;

/**
 * What went wrong, and, where it is likely to lie in the configuration, where to look: a key that is not accepted, or an
 * address where not even a collection is found.
 */
export function explained(error: Error): string {
    if (!(error instanceof ApiError)) return error.message;
    if (error.kind === "unauthorised")
        return `${error.message}. Is the API key right (${key})? \`pulumi refresh\` and \`pulumi destroy\` use the one of the last \`pulumi up\`, or with \`--run-program\` the configured one.`;
    if (error.kind === "notFound" && isCollection.test(error.path))
        return `${error.message}. Is the address right (\`${namespace}:baseUrl\`, up to its \`v1\`), and may the API key see the project?`;
    return error.message;
}

const isCollection = /\/(auth\/info|projects|services|vpcs)$/;
