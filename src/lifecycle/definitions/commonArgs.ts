import { z } from "zod";
import { id, word } from "./fields";

export const nameConflictPolicies = ["error", "adopt", "ignore"] as const;

/** The schemas of the arguments that every resource takes. */
export const commonSchema = {
    projectId: id.optional(),
    profile: word.optional(),
    adopt: id.optional(),
    onNameConflict: z.enum(nameConflictPolicies).optional(),
};
