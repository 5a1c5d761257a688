// The SDK's host prints `${error}: ${error.stack}` of an error that it also returns to the engine, which shows it.
import { UserError } from "../../src/lifecycle";
import { dropEchoes } from "../../src/provider/echoes";
import { forUser } from "../../src/provider/failures";

test("an error for the user is not printed by the host, anything else is", () => {
    const printed: unknown[][] = [];
    const output = { error: (...parts: unknown[]) => void printed.push(parts) };
    dropEchoes(output);
    const print = (error: Error) => output.error(`${String(error)}: ${error.stack ?? ""}`);
    print(forUser(new UserError("There is no VPC v-1.")));
    expect(printed).toEqual([]);
    // A bug of this package keeps its stack, and what others print is printed.
    print(forUser(new TypeError("a bug")));
    output.error("There is no VPC v-1.: ");
    forUser(new UserError("There is no VPC v-1."));
    output.error("There is no VPC v-1.: ", "and more");
    expect(printed).toHaveLength(3);
    expect(printed[0]?.[0]).toContain("at ");
});
