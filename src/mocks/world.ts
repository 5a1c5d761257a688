import { withoutAbsent } from "../config/propertyValues";
import { definitions, type AnyDefinition, type ResourceName } from "../lifecycle";
import { makers, type MockRecord, type Properties } from "./resources";

/** What the mocks know: the stand-in for the API. */
export class MockWorld {
    readonly #records = new Map<string, MockRecord>();

    /** @param projectId - the project of what names none. */
    constructor(readonly projectId: string) {}

    add(record: MockRecord): void {
        this.#records.set(keyOf(record.type, record.id), record);
    }

    find<Name extends ResourceName>(type: Name, id: unknown): MockRecord<Name> | undefined {
        return this.#records.get(keyOf(type, String(id))) as MockRecord<Name> | undefined;
    }

    all(type: ResourceName): MockRecord[] {
        return [...this.#records.values()].filter((record) => record.type === type);
    }

    /** The record of a resource, which is not added. `told` is what is known of its outputs already. */
    record<Name extends ResourceName>(
        type: Name,
        { name, args, id: known, told = {} }: { name: string; args: Properties; id?: unknown; told?: Properties },
    ): MockRecord<Name> {
        const id =
            typeof known === "string" && known !== "" ? known : this.#freeId(type, makers[type].idOf(args, name));
        const projectId = typeof args["projectId"] === "string" ? args["projectId"] : this.projectId;
        const observed = { ...makers[type].outputs({ args, name, id, projectId, world: this }), ...told };
        const definition: AnyDefinition = definitions[type];
        const visible = Object.entries(observed).filter(([key]) => !definition.hidden.includes(key));
        const outputs = withoutAbsent({
            ...args,
            ...Object.fromEntries(visible),
            ...definition.argumentOutputs(args, observed),
            projectId,
            ...told,
        }) as Properties;
        return { type, id, projectId, observed, outputs };
    }

    /** An id that nothing has yet: the wanted one, or one with a number at its end. */
    #freeId(type: ResourceName, wanted: string): string {
        let id = wanted;
        for (let n = 2; this.#records.has(keyOf(type, id)); n++) id = `${wanted}-${n}`;
        return id;
    }
}

const keyOf = (type: ResourceName, id: string): string => JSON.stringify([type, id]);
