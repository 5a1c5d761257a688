// The SDK's host prints `${error}: ${error.stack}` of an error that it also returns to the engine, which shows its message.
import { UserError } from "../../src/lifecycle";
import { forUser } from "../../src/provider/failures";

const printedOf = (error: Error) => `${String(error)}: ${error.stack ?? ""}`;

test("the host does not repeat an error that is meant for the user", () => {
    const error = forUser(new UserError("There is no VPC v-1."));
    expect(error.message).toBe("There is no VPC v-1.");
    expect(printedOf(error)).toBe("pulumi-clouddb: an operation failed. Its resource shows the error.");
});

test("the host prints the stack of a bug of this package", () => {
    expect(printedOf(forUser(new TypeError("a bug")))).toMatch(/^TypeError: a bug: [^]*\n {4}at /);
});
