import { withoutAbsent } from "../config/propertyValues";
import { observeRecord, type CommonArgs, type ResourceDefinition } from "../lifecycle";

/** What a record does not say of itself. */
interface Place {
    readonly id: string;
    readonly projectId: string;
}

/**
 * Reads records as the resource of their definition does, so that functions and resources have the same names for the same
 * things. The fields that `Result` requires are those that the contract requires: a record has been checked for them.
 */
export const reader =
    <Args extends CommonArgs, Values extends object, ApiRecord>(
        definition: ResourceDefinition<Args, Values, ApiRecord>,
    ) =>
    <Result extends Place>(record: ApiRecord, place: Place & Partial<Result>): Result => {
        const { observed } = observeRecord(definition, record).known;
        const hidden: readonly string[] = definition.hidden;
        const visible = Object.entries(observed).filter(([key]) => !hidden.includes(key));
        return withoutAbsent({ ...Object.fromEntries(visible), ...place }) as Result;
    };
