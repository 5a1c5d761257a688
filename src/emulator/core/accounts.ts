// What exists before every resource: the projects, and the tokens that give access to them.

export interface ProjectRow {
    id: string;
    name: string;
    plan_type: string;
}

export interface TokenRow {
    token: string;
    type: "apiKey" | "oauth";
    name: string;
    created_at: number;
    public_key: string;
    project_ids: string[];
    user: { id: string; name: string; email: string };
}
