// A program whose resources have different options `provider`, `version` or `pluginDownloadURL`: the engine starts a provider process for each.
import { urnOf } from "../../support/inProcess";
import { type Rig, withRig } from "./support";

const small = { cpuMillis: 500, memoryGbs: 2 };
const servicesOf = ({ emulator }: Rig) => [...emulator.world.services.keys()];
const successor = urnOf("Service", "successor");

/** Made in an operation before. */
async function made({ another, emulator, inputs }: Rig) {
    const before = await another(emulator.url);
    const urn = urnOf("Service", "db");
    const { inputs: news } = await before.check(urn, {}, inputs("Service", "db", small));
    const { id, outs } = await before.create(urn, news);
    await before.stop();
    return { id, outs, inputs: news };
}

test("a database that a resource in another process is to adopt is not deleted", () =>
    withRig(async (rig) => {
        const { provider, emulator, inputs } = rig;
        const db = await made(rig);
        const other = await rig.another(emulator.url);
        await other.check(successor, {}, inputs("Service", "successor", { ...small, adopt: db.id }));
        await expect(provider.delete(db.id, db.outs)).rejects.toThrow(
            `service ${db.id} is not deleted: successor is to adopt it`,
        );
        expect(servicesOf(rig)).toEqual([db.id]);
    }));

test.each<[string, (url: string) => string]>([
    ["at the same address", (url) => url],
    ["at another name of the host", (url) => url.replace("127.0.0.1", "localhost")],
])("a database that a resource in another process has adopted %s is not deleted", async (_where, addressed) =>
    withRig(async (rig) => {
        const { provider, emulator, inputs } = rig;
        const db = await made(rig);
        const other = await rig.another(addressed(emulator.url));
        const { inputs: news } = await other.check(
            successor,
            {},
            inputs("Service", "successor", { ...small, adopt: db.id }),
        );
        await other.create(successor, news);
        await provider.delete(db.id, db.outs);
        expect(servicesOf(rig)).toEqual([db.id]);
        expect(provider.log.map(({ message }) => message).join()).toContain(
            "is now managed as successor, and is not deleted",
        );
    }),
);

test("two resources in two processes do not share a database", () =>
    withRig(async (rig) => {
        const { provider, emulator, inputs } = rig;
        const db = await made(rig);
        const other = await rig.another(emulator.url);
        const { inputs: news } = await other.check(
            successor,
            {},
            inputs("Service", "successor", { ...small, adopt: db.id }),
        );
        const urn = urnOf("Service", "db");
        const own = await provider.check(urn, db.inputs, inputs("Service", "db", small));
        const shared = (name: string) => `service ${db.id} belongs to ${name} in this program as well`;
        await expect(provider.diff(db.id, db.outs, own.inputs)).rejects.toThrow(shared("successor"));
        await expect(other.create(successor, news)).rejects.toThrow(shared("db"));
    }));
