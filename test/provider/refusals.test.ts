// The texts of what the provider refuses, which say what to do.
import { failureOf, Stack } from "../support/inProcess";

let stack: Stack;
beforeEach(async () => void (stack = await Stack.start()));
afterEach(() => stack.stop());

test("a change that only a replacement could make, of a resource that `adopt` names", async () => {
    const made = await stack.up("Service", "orders", { regionCode: "us-east-1", addons: [] });
    const args = { regionCode: "eu-west-1", addons: ["ai"], adopt: made.id };
    const { message } = await failureOf(stack.diff(made, args));
    expect(message).toBe(
        "regionCode and addons cannot change in place, and `adopt` names this service, so it is not replaced. " +
            "Correct the arguments, or remove `adopt` to have the resource replaced.",
    );
});

test("a damaged state", async () => {
    const made = await stack.up("Service", "orders", {});
    const { message } = await failureOf(stack.destroy({ ...made, outs: { ...made.outs, deletionProtection: "no" } }));
    expect(message).toBe(
        "The stored state is damaged: deletionProtection must be a boolean. Nothing was changed. Import an earlier version of it " +
            "(`pulumi stack export --version`, `pulumi stack import`), or remove the resource from the state with " +
            "`pulumi state delete URN` and adopt the service with `adopt`.",
    );
    expect(stack.emulator.world.services.size).toBe(1);
});
