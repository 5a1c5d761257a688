import type { Handlers } from "./call";
import { serviceLogs } from "./serviceLogs";
import { services } from "./services";
import { vpcs } from "./vpcs";

const identity = {
    getCallerIdentity: ({ core: { world }, caller: { type, name, public_key, created_at, user, project_ids } }) => {
        const project = world.projects.get(project_ids[0] ?? "");
        if (type === "oauth" || !project) return { type: "oauth", oauth: { user } };
        const created = new Date(created_at).toISOString();
        return { type: "apiKey", api_key: { name, public_key, created, issuing_user: user, project } };
    },
    listProjects: ({ core, caller }) =>
        [...core.world.projects.values()]
            .filter(({ id }) => caller.project_ids.includes(id))
            .map(({ id, name }) => ({ id, name })),
} satisfies Partial<Handlers>;

/** The handlers of all endpoints; the compiler checks that none is missing. */
export const handlers: Handlers = {
    ...identity,
    ...vpcs,
    ...services,
    ...serviceLogs,
};
