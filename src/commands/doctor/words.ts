// How the reports of commands name things.
import { quoted } from "../../shared/visible";
import type { StackResource } from "./stackExport";

/** A resource of a stack, by the name in its program: `Service "orders"`. */
export const programLabel = ({ type, name }: Pick<StackResource, "type" | "name">): string => `${type} ${quoted(name)}`;

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
