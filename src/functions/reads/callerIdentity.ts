import { z } from "zod";
import type { CallerIdentity, GetCallerIdentityArgs } from "../types/callerIdentity";
import { defineRead } from "./read";
import { profileSchema } from "./schemas";

export const getCallerIdentity = defineRead<GetCallerIdentityArgs, CallerIdentity>(
    z.strictObject(profileSchema),
    (connections, { profile }) => connections.client(profile).identity.whoami(),
);
