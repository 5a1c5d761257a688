import type { z } from "zod";
import type { Metadata } from "../../api/schemas";
import type { Quirks } from "../core/quirks";

export function metadataOf(
    { environment }: { readonly environment: string | null },
    { environmentCase }: Quirks,
): z.output<typeof Metadata> | undefined {
    if (environment === null) return undefined;
    return { environment: environmentCase === "lower" ? environment.toLowerCase() : environment };
}
