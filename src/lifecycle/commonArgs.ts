import { z } from "zod";

export const nameConflictPolicies = ["error", "adopt", "ignore"] as const;

/** The schemas of the arguments that every resource takes. */
export const commonSchema = {
    projectId: z.string().min(1).optional(),
    profile: z.string().min(1).optional(),
    adopt: z.string().min(1).optional(),
    onNameConflict: z.enum(nameConflictPolicies).optional(),
};
