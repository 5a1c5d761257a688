/** The program uses a feature that only the Pulumi CLI supports. */
export class UnsupportedError extends Error {
    constructor(what: string) {
        super(`${what}: not in the embedded engine, use the Pulumi CLI`);
        this.name = "UnsupportedError";
    }
}
