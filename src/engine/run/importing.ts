import { z } from "zod";
import { blankResource, createUrn, dynamicProvider, stackType } from "../model/resource";
import type { Planner } from "../plan/planner";
import type { Step } from "../plan/step";
import { readProperties } from "../state/document";

const properties = z.record(z.string(), z.unknown());
const importDocument = z.strictObject({
    resources: z.array(
        z.strictObject({ type: z.string(), name: z.string(), id: z.string(), inputs: properties, outputs: properties }),
    ),
});

/** Dynamic resources with their inputs and outputs, in the form of the file that `pulumi import --file` takes. */
export type ImportDocument = z.infer<typeof importDocument>;

/** @throws Error that names the invalid field. */
export function parseImport(raw: unknown): ImportDocument {
    const parsed = importDocument.safeParse(raw);
    if (parsed.success) return parsed.data;
    throw new Error(`this is no import file with inputs and outputs: ${z.prettifyError(parsed.error)}`);
}

/** Adds resources to the state, protected and as they are given, as the CLI does: the provider only checks the inputs. */
export async function importAll(planner: Planner, { resources }: ImportDocument): Promise<void> {
    const { session, executor } = planner;
    const { before, options } = session;
    // Whatever exists comes before what is new.
    for (const old of before.resources.filter((each) => !each.delete))
        await executor.run([{ op: "same", old, next: { ...old } }]);
    const { stack, project } = options;
    const urnOf = (type: string, name: string) => createUrn(stack, project, undefined, type, name);
    const parent = urnOf(stackType, `${project}-${stack}`);
    if (before.current(parent) === undefined)
        await executor.run([{ op: "create", next: { ...blankResource(stackType, false), urn: parent } }]);
    const existing = before.current(urnOf(dynamicProvider, "default"));
    const provider = existing ? `${existing.urn}::${existing.id ?? ""}` : await planner.registerProvider();
    const steps = resources.flatMap(({ type, name, id, inputs, outputs }): Step[] => {
        const urn = urnOf(type, name);
        const old = before.current(urn);
        if (old?.id === id) return [];
        if (old !== undefined) session.refuse(`resource '${urn}' already exists`, urn);
        const read = { inputs: readProperties(inputs), outputs: readProperties(outputs) };
        return [
            { op: "import", next: { ...blankResource(type, true), urn, id, parent, provider, protect: true, ...read } },
        ];
    });
    if (!session.refused) await executor.all(steps);
}
