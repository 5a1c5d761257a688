// The clock of this machine may be hours behind the API's.
import type { Project } from "../../../src/provider/lifecycle";
import { forkParentProblems } from "../../../src/provider/lifecycle/definitions/records";

const hour = 3_600_000;
const now = Date.parse("2026-03-01T12:00:00Z");
const service = { serviceId: "svc-1", created: "2026-01-01T00:00:00Z", status: "READY" };

const problemsAt = (targetTime: string, behindMs: number) =>
    forkParentProblems(
        {
            id: "p1",
            clock: { now: () => now - behindMs },
            client: { now: () => now },
            reader: () => ({ read: () => Promise.resolve(service) }),
            hasCreated: () => false,
        } as unknown as Project,
        { serviceId: "svc-1", targetTime },
    );

test.each([0, 3 * hour, -3 * hour])(
    "a time to recover is compared with the API's clock (this machine %d ms behind)",
    async (behind) => {
        expect(await problemsAt("2026-03-01T11:00:00Z", behind)).toEqual([]);
        expect(await problemsAt("2026-03-01T13:00:00Z", behind)).toMatchObject([{ property: "forkFrom.targetTime" }]);
    },
);
