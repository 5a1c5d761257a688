import type { ReplicaSetRecord } from "../../../src/api";
import { emulatedRefusedRow, emulatedRow, row, type Row } from "../support/row";
import type { Story } from "../support/story";

const text = expect.any(String) as string;
const count = expect.any(Number) as number;
const service = ({ projectId, ids }: Story) => ({ projectId, serviceId: ids.service! });
const set = (story: Story) => ({ ...service(story), replicaSetId: story.ids.set! });

/** The set once `isDone`, as the list shows it; `undefined` while it does not. */
const shown = (story: Story, isDone: (seen: ReplicaSetRecord | undefined) => boolean) =>
    story.until(async () => {
        const { records } = await story.client.replicaSets.list(service(story));
        return records.find(({ id }) => id === story.ids.set);
    }, isDone);

const message = (said: unknown) => expect([undefined, {}, { message: text }]).toContainEqual(said);

export const replicaSetRows: readonly Row[] = [
    row(
        "replicaSets.create gives the set, or the list does",
        async (story) => {
            const args = { ...service(story), name: story.name("reports"), nodes: 2, cpuMillis: 1000, memoryGbs: 4 };
            const made = await story.client.replicaSets.create(args);
            const { records } = await story.client.replicaSets.list(service(story));
            return made ?? records.find(({ name }) => name === args.name);
        },
        (made, { ids, name }) => {
            ids.set = made?.id ?? "";
            expect(made).toMatchObject({ name: name("reports"), nodes: 2, cpuMillis: 1000, memoryGbs: 4 });
        },
    ),
    row(
        "replicaSets.list shows it when it is active",
        (story) => shown(story, (seen) => seen?.status === "active"),
        (seen) => expect(seen).toMatchObject({ endpoint: { host: text, port: count } }),
    ),
    row(
        "services.get shows it as well",
        (story) => story.client.services.get(service(story)),
        (seen, { ids }) => expect(seen.readReplicaSets).toContainEqual(expect.objectContaining({ id: ids.set })),
    ),
    row(
        "replicaSets.resize",
        (story) => story.client.replicaSets.resize({ ...set(story), cpuMillis: "2000", memoryGbs: "8" }),
        message,
    ),
    row("replicaSets.list shows the new size", (story) =>
        shown(story, (seen) => seen?.status === "active" && seen.cpuMillis === 2000 && seen.memoryGbs === 8),
    ),
    row("replicaSets.enablePooler", (story) => story.client.replicaSets.enablePooler(set(story)), message),
    row("replicaSets.list shows the pooler", (story) =>
        shown(story, (seen) => seen?.connectionPooler?.endpoint?.host !== undefined),
    ),
    row("replicaSets.disablePooler", (story) => story.client.replicaSets.disablePooler(set(story)), message),
    row("replicaSets.list shows no pooler", (story) =>
        shown(story, (seen) => seen?.connectionPooler?.endpoint?.host === undefined),
    ),
    ...(["PROD", "DEV"] as const).flatMap((environment) => [
        row(
            `replicaSets.setEnvironment to ${environment}`,
            (story) => story.client.replicaSets.setEnvironment({ ...set(story), environment }),
            message,
        ),
        row(`replicaSets.list shows ${environment}`, (story) =>
            shown(story, (seen) => seen?.metadata?.environment === environment),
        ),
    ]),
    emulatedRow("replicaSets.list shows a failure", async (story) => {
        story.emulator!.faults.add({ do: { kind: "fail" }, endpoint: "resizeReplicaSet" });
        await story.client.replicaSets.resize({ ...set(story), cpuMillis: "1000", memoryGbs: "4" });
        return shown(story, (seen) => seen?.status === "error");
    }),
    emulatedRefusedRow(
        "services.delete is refused while there are replica sets",
        (story) => story.client.services.delete(service(story)),
        { kind: "conflict", status: 409 },
    ),
    row("replicaSets.delete", (story) => story.client.replicaSets.delete(set(story))),
    row("replicaSets.list shows it no more", (story) => shown(story, (seen) => seen === undefined)),
    row("replicaSets.delete of what is gone is done", (story) => story.client.replicaSets.delete(set(story))),
];
