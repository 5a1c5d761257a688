import type { z } from "zod";
import type { Metadata } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import type { Complete } from "./complete";

export function metadataOf(
    { environment }: { readonly environment: string | null },
    { environmentCase }: Quirks,
): Complete<z.output<typeof Metadata>> | undefined {
    if (environment === null) return undefined;
    return { environment: environmentCase === "lower" ? environment.toLowerCase() : environment };
}
