import * as clouddb from "../../src";
import { hiddenKey } from "../../src/provider/dynamic/inputs";
import type { ImportDocument } from "../../src/commands/doctor/importFile";
import { newStack, project } from "../histories/engine/operate";
import type { Stage } from "./stage";

const classes = { Vpc: clouddb.Vpc, Service: clouddb.Service, ReadReplicaSet: clouddb.ReadReplicaSet } as const;
type Class = new (name: string, args: Record<string, unknown>) => unknown;

/**
 * The state after `pulumi import --file`, in a stack that has nothing else, and the program that declares it. With a suffix, the file has been
 * imported a second time under other names, which the program does not declare.
 */
export function imported(stage: Stage, { resources }: ImportDocument, suffix?: string): void {
    const { name } = stage.stack;
    const urn = (type: string, of: string) => `urn:pulumi:${name}::${project}::${type}::${of}`;
    const parent = urn("pulumi:pulumi:Stack", `${project}-${name}`);
    const statesWith = (end: string) =>
        resources.map(({ type, name: of, id, inputs, outputs }) => ({
            ...{ urn: urn(type, `${of}${end}`), custom: true, id, type, inputs, outputs, parent },
            protect: suffix === undefined,
        }));
    const own = [...statesWith(""), ...(suffix === undefined ? [] : statesWith(suffix))];
    stage.stack = {
        ...newStack(),
        name,
        state: {
            version: 3,
            deployment: {
                manifest: { time: new Date(stage.clock.now()).toISOString(), magic: "", version: "" },
                resources: [{ urn: parent, custom: false, type: "pulumi:pulumi:Stack" }, ...own],
            },
        },
    };
    stage.program = () => {
        for (const { type, name: of, inputs } of resources) {
            const args = Object.fromEntries(
                Object.entries(inputs).filter(([key]) => key !== hiddenKey && key !== "__provider"),
            );
            const Class = classes[type.split(":").at(-1) as keyof typeof classes] as unknown as Class;
            new Class(of, args);
        }
    };
}
