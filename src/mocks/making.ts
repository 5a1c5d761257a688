import type { MockWorld, Properties } from "./world";

/** What the outputs of one resource are made from. */
export interface Making {
    /** The program's arguments, without secrets around their values; a resource that is looked up has none. */
    readonly args: Properties;
    /** The name of the resource in the program. */
    readonly name: string;
    readonly id: string;
    readonly projectId: string;
    readonly world: MockWorld;
}

export const defaultRegion = "us-east-1";
export const defaultSize = { cpuMillis: 500, memoryGbs: 2 };
export const text = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);
export const count = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);
