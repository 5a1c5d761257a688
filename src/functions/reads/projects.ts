import { z } from "zod";
import { complete } from "../../api";
import type { GetProjectsArgs, ProjectResult } from "../types/projects";
import { defineRead } from "./read";
import { profileSchema } from "./schemas";

export const getProjects = defineRead<GetProjectsArgs, ProjectResult[]>(
    z.strictObject(profileSchema),
    async (connections, { profile }) => complete(await connections.client(profile).identity.projects()),
);
