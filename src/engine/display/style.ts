import { styleText } from "node:util";

export type Colour = "green" | "yellow" | "magenta" | "red" | "cyan" | "dim" | "bold";

/** Puts colour on text, or leaves it. */
export type Style = (colour: Colour, text: string) => string;

export const plainStyle: Style = (_colour, text) => text;
export const colourStyle: Style = (colour, text) => styleText(colour, text, { validateStream: false });

/** Colour is for terminals, and for those who do not mind it (https://no-color.org). */
export function styleFor(isTerminal: boolean, env: NodeJS.ProcessEnv): Style {
    return isTerminal && !env.NO_COLOR ? colourStyle : plainStyle;
}
