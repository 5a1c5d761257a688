import type { Core } from "../core/core";
import { Refusal } from "../core/refusal";
import type { TokenRow } from "../core/accounts";

export function callerOf(core: Core, authorization: string | undefined): TokenRow {
    const [, token = ""] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
    const caller = core.world.tokens.get(token);
    if (caller) return caller;
    throw new Refusal(401, "UNAUTHORIZED", "A valid token is required: Authorization: Bearer <token>.", {
        "www-authenticate": "Bearer",
    });
}

/** A personal access token always gets 403 for other projects, so it cannot find out whether they exist. */
export function checkReach(core: Core, caller: TokenRow, projectId: string | undefined): void {
    if (projectId === undefined || caller.project_ids.includes(projectId)) return;
    if (caller.type === "oauth" && !core.world.projects.has(projectId)) {
        throw new Refusal(404, "NOT_FOUND", `There is no project ${projectId}.`);
    }
    throw new Refusal(403, "FORBIDDEN", `The token has no access to the project ${projectId}.`);
}
