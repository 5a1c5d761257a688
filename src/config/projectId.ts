import { complete, type Client } from "../api";
import { UserError } from "../lifecycle";
import { namespace } from "./settingNames";

/** The default project: the one that a personal access token is scoped to, or the only one of an OAuth user. */
export async function findProjectId(client: Client): Promise<string> {
    const caller = await client.identity.whoami();
    if (caller.apiKey !== undefined) return caller.apiKey.project.id;
    const projects = complete(await client.identity.projects());
    const [only, ...others] = projects;
    if (only !== undefined && others.length === 0) return only.id;
    const list = projects.map(({ id, name }) => `${id} (${name})`).join(", ");
    throw new UserError(
        projects.length === 0
            ? "The caller has no project."
            : `The caller has several projects: ${list}. Choose one with \`pulumi config set ${namespace}:projectId ID\`, or with the argument \`projectId\`.`,
    );
}
