import type { Random } from "./random";
import type { ProjectRow, TokenRow } from "./accounts";
import { emptyWorld, type World } from "./world";

/** An additional token. */
export interface TokenSeed {
    /** Default: generated. */
    token?: string;
    /** Names of the projects it can access. Unless `type` is set, one project means `apiKey`, several mean `oauth`. */
    projects: string[];
    type?: "apiKey" | "oauth";
}

const planType = "PERFORMANCE";
const firstUserId = 1001;

function newToken(random: Random, seed: TokenSeed, projects: ProjectRow[], now: number, number: number): TokenRow {
    const type = seed.type ?? (projects.length === 1 ? "apiKey" : "oauth");
    const user = number + 1;
    return {
        token: seed.token ?? `${type === "apiKey" ? "pat" : "oat"}_${random.password(32)}`,
        type,
        name: type === "apiKey" ? `${projects[0]?.name ?? ""} automation` : "console session",
        created_at: now,
        public_key: random.id(16),
        project_ids: projects.map(({ id }) => id),
        user: { id: String(firstUserId + number), name: `User ${user}`, email: `user${user}@clouddb.example` },
    };
}

/** Creates the projects, a personal access token for each, an OAuth token for all, and the additional tokens. */
export function newWorld(
    random: Random,
    projects: readonly string[],
    tokens: readonly TokenSeed[],
    now: number,
): World {
    const world = emptyWorld();
    for (const name of projects) {
        const id = random.id();
        world.projects.set(id, { id, name, plan_type: planType });
    }
    const all = [...world.projects.values()];
    const seeds: TokenSeed[] = [
        ...all.map(({ name }) => ({ projects: [name] })),
        { type: "oauth", projects: all.map(({ name }) => name) },
        ...tokens,
    ];
    for (const [number, seed] of seeds.entries()) {
        const reached = seed.projects.map((name) => {
            const project = all.find((candidate) => candidate.name === name);
            if (!project) throw new Error(`tokens: there is no project ${name}, only ${projects.join(", ")}`);
            return project;
        });
        const token = newToken(random, seed, reached, now, number);
        world.tokens.set(token.token, token);
    }
    return world;
}
