import type { definitions, ResourceName } from "../lifecycle";

/** What a definition observes, which is what its resource has for outputs beside its arguments. */
export type ObservedOf<Name extends ResourceName> = Required<Parameters<(typeof definitions)[Name]["plan"]>[0]>;

/** A value for every output, of which `null` and `undefined` are none: an output that is forgotten does not compile. */
export type OutputsOf<Name extends ResourceName> = {
    readonly [Key in keyof ObservedOf<Name>]: ObservedOf<Name>[Key] | null | undefined;
};

export type Properties = Readonly<Record<string, unknown>>;

/** A resource that the program has made or looked up, or that exists beside it. */
export interface MockRecord<Name extends ResourceName = ResourceName> {
    readonly type: Name;
    readonly id: string;
    readonly projectId: string;
    readonly observed: OutputsOf<Name>;
    /** All outputs, those that only follow from the arguments included. */
    readonly outputs: Properties;
}

/** What the mocks know: the stand-in for the API. */
export class MockWorld {
    private readonly records = new Map<string, MockRecord>();

    add(record: MockRecord): void {
        this.records.set(keyOf(record.type, record.id), record);
    }

    find<Name extends ResourceName>(type: Name, id: unknown): MockRecord<Name> | undefined {
        return this.records.get(keyOf(type, String(id))) as MockRecord<Name> | undefined;
    }

    all<Name extends ResourceName>(type: Name): MockRecord<Name>[] {
        return [...this.records.values()].filter((record) => record.type === type) as unknown as MockRecord<Name>[];
    }

    /** An id that nothing has yet: the wanted one, or one with a number at its end. */
    freeId(type: ResourceName, wanted: string): string {
        const taken = (id: string) => this.records.has(keyOf(type, id));
        let id = wanted;
        for (let n = 2; taken(id); n++) id = `${wanted}-${n}`;
        return id;
    }
}

const keyOf = (type: ResourceName, id: string): string => JSON.stringify([type, id]);
