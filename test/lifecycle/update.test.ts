// An update of what the API does not show: before any call, and without an id, so that the state stays as it was.
import type { VirtualClock } from "../../src/emulator";
import { IncompleteError, nothingKnown, update, type Project } from "../../src/lifecycle";
import type { LastSeen } from "../../src/lifecycle/gone";
import { settleWindow } from "../../src/lifecycle/wait/schedule";
import { failureOf } from "../support/inProcess";
import { definitionWith, OneResource } from "./support/oneResource";
import { onVirtualTime } from "./support/virtualTime";

let clock: VirtualClock;
onVirtualTime((one) => (clock = one));

const here = "https://here/v1";

/** An update of a resource that the API shows from a moment on. */
function updating(lastSeen: Partial<LastSeen>, shownAt = Infinity) {
    const one = new OneResource(clock);
    one.row = undefined;
    one.onLook = () => {
        if (clock.now() >= shownAt) one.row ??= { name: "new" };
    };
    const definition = definitionWith({ handle: () => one.handle, plan: () => [] });
    const project: Partial<Project> = {
        id: "p",
        client: { baseUrl: here } as Project["client"],
        serialise: (_key, work) => work(),
    };
    const seen = { address: here, newUntil: -Infinity, unfinished: false, ...lastSeen };
    return update(definition, project as Project, "a", nothingKnown(), {}, one.task, seen);
}

const goneMessage = "row a no longer exists. Run `pulumi refresh`; the next `pulumi up` then creates it again.";
const notShown = (left: string) =>
    `row a was created, but the API does not show it so far. It counts as deleted only if it is still missing in ${left}. ` +
    "Run `pulumi up` again to look for it.";

test.each<[string, Partial<LastSeen>, string, number]>([
    ["long created", {}, goneMessage, 0],
    ["just created", { newUntil: 30_000 }, goneMessage, 30_000],
    ["in creation", { newUntil: 600_000, unfinished: true }, notShown("10 m"), settleWindow],
    ["in creation for too long", { newUntil: -1, unfinished: true }, goneMessage, 0],
])("not shown, %s: an error without an id", async (_, lastSeen, message, at) => {
    const error = await failureOf(updating(lastSeen));
    expect([error.message, clock.now()]).toEqual([message, at]);
    expect(error).not.toBeInstanceOf(IncompleteError);
});

test("not shown at another address: the error names both", async () => {
    const { message } = await failureOf(updating({ address: "https://there/v1", newUntil: 30_000 }));
    expect(message).toMatch(
        /^row a was last seen at https:\/\/there\/v1\. It does not exist in project p at https:\/\/here\/v1,/,
    );
    expect(clock.now()).toBe(0);
});

test.each([false, true])("shown within the window: it goes on (unfinished: %s)", async (unfinished) => {
    const { known } = await updating({ newUntil: settleWindow, unfinished }, 20_000);
    expect(known.observed).toMatchObject({ name: "new" });
    expect(clock.now()).toBe(20_000);
});
