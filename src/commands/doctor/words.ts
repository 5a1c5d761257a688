// How the reports of commands name things.
import { quoted } from "../../shared/visible";
import type { StackResource } from "./stackExport";

/** A resource of a stack, by the name in its program: `Service "orders"`. */
export const programLabel = ({ type, name }: Pick<StackResource, "type" | "name">): string => `${type} ${quoted(name)}`;

/** The name of what `clouddb verify` creates. Its 64 bits tell runs apart. */
export const temporaryName = (token: string): string => `verify-${token}`;

export const isTemporaryName = (name: string | undefined): boolean => /^verify-[0-9a-f]{16}$/.test(name ?? "");

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
