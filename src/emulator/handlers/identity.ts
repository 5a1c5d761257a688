import { credentialRecord } from "../views/caller";
import type { Handlers } from "./call";

export const identity: Handlers<"getCallerIdentity" | "listProjects"> = {
    getCallerIdentity: ({ core, caller }) =>
        credentialRecord(caller, core.world.projects.get(caller.project_ids[0] ?? ""), core.quirks),
    listProjects: ({ core, caller }) =>
        [...core.world.projects.values()]
            .filter(({ id }) => caller.project_ids.includes(id))
            .map(({ id, name }) => ({ id, name })),
};
