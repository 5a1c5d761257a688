import type { Random } from "./random";
import type { ProjectRow, TokenRow } from "./rows";
import { emptyWorld, type World } from "./world";

/** A token to be known from the start, beside those that every emulator has. */
export interface TokenSeed {
    /** The token itself; default: a made-up one. */
    token?: string;
    /** Names of projects: one makes it a personal access token, several an OAuth user's (or say so by `type`). */
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

/** A world of projects and tokens: one personal access token a project, and an OAuth token over all of them. */
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
