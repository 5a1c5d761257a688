/** What a program asks for and only the Pulumi CLI can do. */
export class UnsupportedError extends Error {
    constructor(what: string) {
        super(`${what}: not in the embedded engine, use the Pulumi CLI`);
        this.name = "UnsupportedError";
    }
}
