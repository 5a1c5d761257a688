import { complete } from "../../api";
import { byId, type Source } from "./source";

type Answers<ApiRecord> = Map<string, Promise<ApiRecord | undefined>>;

/** @throws ApiError where the list has a record of that id that violates the contract. */
export function absent<ApiRecord>(id: string, list: readonly ApiRecord[]): ApiRecord | undefined {
    complete(list, (record) => record.id === id);
    return undefined;
}

/** Confirms by its own GET that a record which a list lacks does not exist. */
export const confirmOne = async <ApiRecord>(
    source: Source<ApiRecord>,
    id: string,
    list: readonly ApiRecord[],
): Promise<ApiRecord | undefined> => (await source.get(id)) ?? absent(id, list);

export const confirmEach = <ApiRecord>(
    source: Source<ApiRecord>,
    ids: readonly string[],
    list: readonly ApiRecord[],
): Answers<ApiRecord> => new Map(ids.map((id) => [id, confirmOne(source, id, list)]));

/**
 * Confirms that records which a list lacks do not exist, where their deletion was accepted and an earlier list has shown them, with
 * one or two requests for all. Each takes the place of something that a GET each would guard against:
 *
 * - a list that is incomplete once: a second list has to lack them too;
 * - a list that is late to show what is new: it has shown them before;
 * - lists that leave out what is still being deleted: one is asked for by its own GET, as a `sample`. If that finds it, lists prove
 *   nothing, and each is asked for.
 *
 * @param onSample - told whether the sample agrees with the lists.
 */
export function confirmTogether<ApiRecord>(
    source: Source<ApiRecord>,
    ids: readonly string[],
    first: readonly ApiRecord[],
    sample: string | undefined,
    onSample: (agrees: boolean) => void,
): Answers<ApiRecord> {
    const look = async () => {
        const [second, found] = await Promise.all([
            source.list(),
            sample === undefined ? undefined : source.get(sample),
        ]);
        const records = byId(source, second);
        if (sample !== undefined && !records.has(sample)) onSample(found === undefined);
        return { second, found, records };
    };
    const looked = look();
    const confirm = async (id: string): Promise<ApiRecord | undefined> => {
        const { second, found, records } = await looked;
        if (id === sample && found !== undefined) return found;
        const listed = records.get(id);
        if (listed !== undefined) return listed;
        if (found !== undefined) return confirmOne(source, id, second);
        absent(id, first);
        return absent(id, second);
    };
    return new Map(ids.map((id) => [id, confirm(id)]));
}
