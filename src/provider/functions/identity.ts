import { z } from "zod";
import { assertNoUnreadable } from "../api";
import { apiFunction, profileSchema } from "./definition";

const schema = z.strictObject(profileSchema);

export const getCallerIdentity = apiFunction({
    schema,
    read: (connections, { profile }) => connections.client(profile).identity.whoami(),
});

export const getProjects = apiFunction({
    schema,
    list: "projects",
    read: async (connections, { profile }) => assertNoUnreadable(await connections.client(profile).identity.projects()),
});
