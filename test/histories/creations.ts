// The create calls that the API has got: what a stack has asked for, and what came of it.
import type { RequestEntry } from "../../src/emulator";
import { type Program, type Slot, specOf } from "./model/program";

const endpoints = ["createService", "forkService", "createVpc", "createReplicaSet", "createPeering"] as const;

export interface CreateCall {
    readonly endpoint: (typeof endpoints)[number];
    readonly body: Readonly<Record<string, unknown>>;
    /** The id of the service or VPC in the path. */
    readonly parent: string | undefined;
}

export const createCalls = (requests: readonly RequestEntry[]): CreateCall[] =>
    requests.flatMap(({ endpoint, body, path }) => {
        const known = endpoints.find((each) => each === endpoint);
        const [, parent] = /\/(?:services|vpcs)\/([^/]+)\//.exec(path) ?? [];
        return known === undefined || typeof body !== "object" || body === null
            ? []
            : [{ endpoint: known, body: body as Record<string, unknown>, parent }];
    });

/** The name before the hash of a generated one. */
export const ownNameIn = (name: string): string => name.replace(/-[a-z0-9]{7}$/, "");

/** The latest call that may have been for the slot. */
export function callFor(calls: readonly CreateCall[], program: Program, slot: Slot): CreateCall | undefined {
    const spec = specOf(program, slot);
    const { name } = (spec?.args ?? {}) as { name?: string };
    const isFor = ({ body }: CreateCall) =>
        typeof body["name"] === "string" && (body["name"] === name || ownNameIn(body["name"]) === spec?.options.label);
    return calls.filter(isFor).at(-1);
}
