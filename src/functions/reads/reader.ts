import { withoutAbsent } from "../../config/propertyValues";
import { observeRecord, type CommonArgs, type ResourceDefinition } from "../../lifecycle";

/** What a record does not contain. */
interface Place {
    readonly id: string;
    readonly projectId: string;
}

/**
 * Converts records with the definition of their resource type, so that functions and resources use the same property names. The
 * cast is safe: `Result` requires only what the contract requires, and the client has validated the record.
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
