import type { Handlers } from "./call";
import { serviceLogs } from "./serviceLogs";
import { peerings } from "./peerings";
import { replicaSets } from "./replicaSets";
import { services } from "./services";
import { vpcs } from "./vpcs";

const identity = {
    getCallerIdentity: ({ core: { world, quirks }, caller }) => {
        const project = world.projects.get(caller.project_ids[0] ?? "");
        if (caller.type === "oauth" || !project) return { type: "oauth", oauth: { user: { ...caller.user } } };
        const info = {
            name: caller.name,
            public_key: caller.public_key,
            created: new Date(caller.created_at).toISOString(),
            issuing_user: { ...caller.user },
            project: { ...project },
        };
        return {
            type: "apiKey",
            api_key: quirks.aliases === "only" ? undefined : info,
            ...(quirks.aliases !== "none" && { apiKey: info }),
        };
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
    ...peerings,
    ...services,
    ...serviceLogs,
    ...replicaSets,
};
