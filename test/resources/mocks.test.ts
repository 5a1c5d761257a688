// The resources in a user's own unit tests: `pulumi.runtime.setMocks`, as Pulumi's documentation has it.
import { declaredOutputs, outputOf, samples } from "./samples";
import { valueOf, withMocks } from "./support";

beforeEach(() => withMocks());

describe.each(samples)("$type", ({ type, make }) => {
    test("is made: its id, what the mock says and what it does not, all resolve", async () => {
        const thing = make("thing");
        expect(await valueOf(thing.id)).toBe("thing-id");
        expect(await valueOf(thing.urn)).toContain(`clouddb:${type}::thing`);
        for (const name of declaredOutputs(type)) await valueOf(outputOf(thing, name)!);
        expect(await valueOf(outputOf(thing, "projectId")!)).toBe("p1");
    });

    test("is made in a preview, where nothing is known yet", async () => {
        await withMocks({ preview: true });
        const thing = make("thing");
        expect(await valueOf(thing.urn)).toContain(`clouddb:${type}::thing`);
    });
});
