import { scenario } from "./support/scenario";

scenario("a mistake in a function's arguments is one message, in both forms", async ({ stack, program }) => {
    const messages = async () => {
        const { exitCode, diagnostics } = await stack.run("preview");
        expect(exitCode).not.toBe(0);
        return diagnostics.map(({ message }) => message.trim()).filter((message) => message !== "preview failed");
    };
    for (const call of ["clouddb.getServiceOutput({}).id", "clouddb.getService({}).then(({ id }) => id)"]) {
        program(`exports.found = ${call};`);
        expect(await messages()).toEqual(["getService: id or name is required"]);
    }
    // A failure that Pulumi awaits too late, which shows that such warnings would be among the messages.
    program(`exports.found = Promise.reject(new pulumi.RunError("too early"));`);
    expect((await messages()).join()).toContain("PromiseRejectionHandledWarning");
});
