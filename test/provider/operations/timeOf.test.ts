// What counts as a moment in a record, and that anything else decides nothing.
import { timeOf } from "../../../src/provider/lifecycle";
import { record } from "../api/support";
import { fault, stack } from "../../support/eachStack";
import { upFailureOf } from "../../support/inProcess";

test.each([
    ["2030-01-31T12:00:00Z", "2030-01-31T12:00:00.000Z"],
    ["2030-01-31t12:00:00.123456789z", "2030-01-31T12:00:00.123Z"],
    ["2030-01-31 12:00:00+02:00", "2030-01-31T10:00:00.000Z"],
    ["2000-01-01T00:00:00-00:00", "2000-01-01T00:00:00.000Z"],
])("%s is %s", (text, expected) => expect(new Date(timeOf(text)).toISOString()).toBe(expected));

const nothing = ["0001-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2030-01-31T12:00:00", "2030-01-31", "7", "soon", ""];
test.each([...nothing, "2030-13-01T00:00:00Z", "+012030-01-01T00:00:00Z", "3000-01-01T00:00:00Z", undefined])(
    "%j is none",
    (text) => expect(timeOf(text)).toBeNaN(),
);

describe.each(nothing)("a service that was created %j", (created) => {
    const shown = () =>
        [...stack.emulator.world.services.values()].map(({ id, name }) => ({
            ...record,
            ...{ service_id: id, name, created },
        }));
    const show = () => {
        const [list, get] = [{ toJSON: shown }, { toJSON: () => shown()[0] }];
        fault("listServices", { kind: "status", status: 200, body: list }, { after: 1, count: null });
        fault("getService", { kind: "status", status: 200, body: get }, { count: null });
    };

    test("is what a lost answer had, since nothing says that it is older", async () => {
        show();
        fault("createService", { kind: "drop", when: "after" });
        const { id } = await stack.up("Service", "orders", {});
        expect([...stack.emulator.world.services.keys()]).toEqual([id]);
    });

    test("is not taken over, and has no age", async () => {
        const unique = () => stack.beside({ "clouddb:autoName": "unique" });
        fault("createService", { kind: "status", status: 500, when: "after" });
        fault("getService", { kind: "status", status: 403 }, { count: 3 });
        await upFailureOf(unique().up("Service", "orders", {}));
        const [{ id } = { id: "" }] = stack.emulator.world.services.values();
        show();
        fault("listServices", { kind: "status", status: 200, body: { toJSON: shown } });
        const { message } = await upFailureOf(unique().up("Service", "orders", {}));
        expect(message).toContain(`: ${id}. It may be what an interrupted`);
    });

    test("is no reason to refuse a targetTime", async () => {
        const parent = stack.emulator.create.service({ age_ms: 24 * 3_600_000 });
        // Before the moment that a text without a zone would be, too.
        const targetTime = new Date(stack.clock.now() - 3_600_000).toISOString();
        const body = { toJSON: () => shown()[0] };
        const path = `*/services/${parent.id}`;
        fault("getService", { kind: "status", status: 200, body }, { count: null, path });
        const forkFrom = { serviceId: parent.id, strategy: "PITR", targetTime };
        const fork = await stack.up("Service", "fork", { forkFrom });
        expect(fork.outs["forkedFrom"]).toBeDefined();
    });
});
