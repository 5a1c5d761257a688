import type { z } from "zod";
import type { CredentialInfo } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import type { ProjectRow, TokenRow } from "../core/accounts";

type Current = z.output<typeof CredentialInfo>;
type CredentialRecord = Current & { apiKey?: Current["api_key"] };

export function credentialRecord(token: TokenRow, project: ProjectRow | undefined, quirks: Quirks): CredentialRecord {
    if (token.type === "oauth" || !project) return { type: "oauth", oauth: { user: { ...token.user } } };
    const info = {
        name: token.name,
        public_key: token.public_key,
        created: new Date(token.created_at).toISOString(),
        issuing_user: { ...token.user },
        project: { ...project },
    };
    return {
        type: "apiKey",
        api_key: quirks.aliases === "only" ? undefined : info,
        apiKey: quirks.aliases === "none" ? undefined : info,
    };
}
