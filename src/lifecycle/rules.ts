/** What a changed argument means: an update in place, a replacement, or nothing (it only matters at creation, or to the provider). */
export type Rule = "update" | "replace" | "keep";

/** One rule per argument: the compiler keeps the table complete; diff, the documentation and the tests read it. */
export type Rules<Args> = { readonly [Key in keyof Required<Args>]: Rule };
