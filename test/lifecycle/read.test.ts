// A resource that was created less than a minute ago and is not found: the first read after that minute decides, whatever the
// clock does between a read and the end of the poll.
import fc from "fast-check";
import type { Clock } from "../../src/clock";
import { createClient, type VpcRecord } from "../../src/api";
import { nothingKnown, Project, read } from "../../src/lifecycle";
import { vpcDefinition } from "../../src/lifecycle/definitions/vpc";
import { CollectionReader } from "../../src/lifecycle/wait/collectionReader";

/** Time also goes on by `step` milliseconds each time that somebody looks at the clock, as it does on a busy machine. */
function busyClock(step: number): Clock {
    let time = 0;
    return {
        now: () => (time += step),
        sleep(ms) {
            time += ms;
            return Promise.resolve();
        },
    };
}

/** A project with no VPC, or with one from a moment on. */
function projectWith(clock: Clock, listedFrom = Infinity): Project {
    const record: VpcRecord = { id: "v1", name: "net", cidr: "10.0.0.0/16", regionCode: "us-east-1" };
    const there = () => clock.now() >= listedFrom;
    const project = new Project(createClient({ baseUrl: "http://localhost:1/v1", apiKey: "key" }), "p1", clock);
    const vpcs = new CollectionReader<VpcRecord>(
        {
            list: () => Promise.resolve(there() ? [record] : []),
            get: () => Promise.resolve(there() ? record : undefined),
            idOf: ({ id }) => id,
        },
        clock,
    );
    return Object.assign(project, { vpcs });
}

const lastSeen = { address: undefined, unfinished: false };
const look = (project: Project, newUntil: number) =>
    read(vpcDefinition, project, "v1", { remembered: nothingKnown(), managed: true, ...lastSeen, newUntil });

test("one that is not found is gone, and that is no error", () =>
    fc.assert(
        fc.asyncProperty(
            fc.integer({ min: 1, max: 5_000 }),
            fc.integer({ min: 1, max: 60_000 }),
            async (step, until) => {
                expect(await look(projectWith(busyClock(step)), until)).toBeUndefined();
            },
        ),
    ));

test("one that is listed within that minute is there", async () => {
    const known = await look(projectWith(busyClock(1), 30_000), 60_000);
    expect(known?.observed).toMatchObject({ name: "net" });
});
