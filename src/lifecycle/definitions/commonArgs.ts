import { z } from "zod";
import type { Rules } from "../rules";
import { id, word } from "./fields";

export const nameConflictPolicies = ["error", "ignore"] as const;

/** The schemas of the arguments that every resource takes. */
export const commonSchema = {
    projectId: id.optional(),
    profile: word.optional(),
    adopt: id.optional(),
    onNameConflict: z.enum(nameConflictPolicies).optional(),
};

export type CommonArgs = z.infer<z.ZodObject<typeof commonSchema>>;

export const commonRules = {
    projectId: "replace",
    profile: "update",
    adopt: "keep",
    onNameConflict: "keep",
} as const satisfies Rules<CommonArgs>;
