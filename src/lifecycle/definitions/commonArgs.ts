import { z } from "zod";
import { id, word } from "./fields";

/** What a changed argument means: an update in place, a replacement, or nothing (it only matters at creation, or to the provider). */
export type Rule = "update" | "replace" | "keep";

/** One rule per argument: the compiler keeps the table complete; diff, the documentation and the tests read it. */
export type Rules<Args> = { readonly [Key in keyof Required<Args>]: Rule };

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
