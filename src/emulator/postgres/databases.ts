/** Real databases behind the services. The rest of the emulator knows only this of them. */
export interface Databases {
    /** File with the certificate that all databases show. It is its own authority. */
    readonly caFile: string;
    /** Where the service or read replica set answers. The port stays the same for as long as it exists. */
    readonly addressOf: (id: string) => { readonly host: string; readonly port: number };
    /** Resolves when the databases are as the rows say: who is told a status finds what it says. */
    readonly follow: () => Promise<void>;
    /**
     * Records which data belongs to the moment that now ends, or to `at`, which is just before. Call it before the emulator's time is
     * changed.
     */
    readonly keepMoment: (at?: number) => Promise<void>;
    /** Discards all data: rows that are created from now on have nothing in common with earlier ones of the same id. */
    readonly forget: () => void;
    /** Saves all data under a name; resolves to what `take` returns of the rows that they belong to. */
    readonly save: <T>(name: string, take: () => T) => Promise<T>;
    /** Restores the data; `renew` restores the rows, while no database runs. */
    readonly restore: (name: string, renew: () => void) => Promise<void>;
    /** Stops all databases. */
    readonly stop: () => Promise<void>;
}
