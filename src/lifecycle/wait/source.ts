/** Where the records of one collection come from. */
export interface Source<ApiRecord> {
    list(): Promise<readonly ApiRecord[]>;
    /** Undefined for a 404. That alone proves little: with a wrong base URL, everything is a 404. */
    get(id: string): Promise<ApiRecord | undefined>;
    idOf(record: ApiRecord): string;
}

export const byId = <ApiRecord>(
    source: Source<ApiRecord>,
    list: readonly ApiRecord[],
): ReadonlyMap<string, ApiRecord> => new Map(list.map((record) => [source.idOf(record), record]));
