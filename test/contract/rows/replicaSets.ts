import type { ReplicaSetRecord } from "../../../src/provider/api";
import { emulatedTest, story } from "../support/story";

const address = { host: expect.any(String) as string, port: expect.any(Number) as number };
const message = (said: unknown) =>
    expect([undefined, {}, { message: expect.any(String) as string }]).toContainEqual(said);
const set = () => ({ ...story.service(), replicaSetId: story.ids.set! });
const list = async () => (await story.client.replicaSets.list(story.service())).records;

/** The set once `isDone`, as the list shows it; `undefined` while it does not. */
const shown = (isDone: (seen: ReplicaSetRecord | undefined) => boolean) =>
    story.until(async () => (await list()).find(({ id }) => id === story.ids.set), isDone);

type Sets = typeof story.client.replicaSets;

const isTagged = (environment: string) => (seen: ReplicaSetRecord) => seen.metadata?.environment === environment;

/** Calls that change the set, and what the list shows in the end. */
const changes: readonly (readonly [
    what: string,
    call: (sets: Sets) => Promise<unknown>,
    isDone: (seen: ReplicaSetRecord) => boolean,
])[] = [
    [
        "resize",
        (sets) => sets.resize({ ...set(), cpuMillis: "2000", memoryGbs: "8" }),
        (seen) => seen.status === "active" && seen.cpuMillis === 2000 && seen.memoryGbs === 8,
    ],
    ["enablePooler", (sets) => sets.enablePooler(set()), (seen) => !!seen.connectionPooler?.endpoint?.host],
    ["disablePooler", (sets) => sets.disablePooler(set()), (seen) => !seen.connectionPooler?.endpoint?.host],
    ["setEnvironment to PROD", (sets) => sets.setEnvironment({ ...set(), environment: "PROD" }), isTagged("PROD")],
    ["setEnvironment to DEV", (sets) => sets.setEnvironment({ ...set(), environment: "DEV" }), isTagged("DEV")],
];

export function replicaSets(): void {
    test("replicaSets.create gives the set, or the list does; the list and services.get show it", async () => {
        const args = { name: story.name("reports"), nodes: 2, cpuMillis: 1000, memoryGbs: 4 };
        const answer = await story.client.replicaSets.create({ ...story.service(), ...args });
        const made = answer ?? (await list()).find(({ name }) => name === args.name);
        expect(made).toMatchObject(args);
        story.ids.set = made!.id;
        expect(await shown((seen) => seen?.status === "active")).toMatchObject({ endpoint: address });
        const { readReplicaSets } = await story.client.services.get(story.service());
        expect(readReplicaSets).toContainEqual(expect.objectContaining({ id: story.ids.set }));
    });

    test.each(changes)("replicaSets.%s", async (_, call, isDone) => {
        message(await call(story.client.replicaSets));
        await shown((seen) => seen !== undefined && isDone(seen));
    });

    emulatedTest("replicaSets.list shows a failure", async () => {
        story.emulator.faults.add({ do: { kind: "fail" }, endpoint: "resizeReplicaSet" });
        await story.client.replicaSets.resize({ ...set(), cpuMillis: "1000", memoryGbs: "4" });
        await shown((seen) => seen?.status === "error");
    });

    test("replicaSets.delete, until the list shows it no more; again, it is done", async () => {
        await story.client.replicaSets.delete(set());
        await shown((seen) => seen === undefined);
        await story.client.replicaSets.delete(set());
    });
}
