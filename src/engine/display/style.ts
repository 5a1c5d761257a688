import { styleText } from "node:util";

export type Colour = "green" | "yellow" | "magenta" | "red" | "cyan" | "dim" | "bold";

/** Colours text, or returns it unchanged. */
export type Style = (colour: Colour, text: string) => string;

export const plainStyle: Style = (_colour, text) => text;
export const colourStyle: Style = (colour, text) => styleText(colour, text, { validateStream: false });

/** Colours only for terminals, and not with `NO_COLOR` (https://no-color.org). */
export function styleFor(isTerminal: boolean, env: NodeJS.ProcessEnv): Style {
    return isTerminal && !env.NO_COLOR ? colourStyle : plainStyle;
}
