/** What the SDK's host is about to print of errors that it also returns to the engine. */
const expected = new Set<unknown>();

/** The error's text, for a host that prints `${error}: ${error.stack}`: that line is not printed. */
export function textForHost(message: string): string {
    expected.add(`${message}: `);
    return message;
}

/**
 * Keeps the SDK's host from printing an error that is meant for the user: the CLI would show it a second time, under the stack and
 * with a stray colon. Anything else is printed as before.
 */
export function dropEchoes(output: Pick<Console, "error"> = console): void {
    const print = output.error.bind(output);
    output.error = (...parts: unknown[]) => {
        if (parts.length === 1 && expected.delete(parts[0])) return;
        print(...parts);
    };
}
