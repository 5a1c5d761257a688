import type { EndpointName } from "../../src/api";
import { CallFailed } from "../support/providerProcess";
import { urnOf, withRig } from "./support";

const region = "us-east-1";
const password = 'p"w/ö 100%&=?#@hunter2';

/** The forms in which a secret could be written down somewhere. */
const forms = (secret: string) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];

const endpoints: EndpointName[] = [
    "createService",
    "updateServicePassword",
    "enableServicePooler",
    "resizeService",
    "listServices",
    "getService",
    "deleteService",
];

test.each(endpoints)("when %s fails and echoes every secret it knows, none is told", (endpoint) =>
    withRig(async ({ provider, emulator, inputs }) => {
        const args = { regionCode: region, password, connectionPooler: true };
        const news = inputs("Service", "db", args);
        const echoed = [emulator.token, password].flatMap(forms).join(" | ");
        const body = {
            code: echoed,
            message: echoed,
            details: { authorization: `Bearer ${emulator.token}`, password },
        };
        const told: string[] = [];
        const tell = async (call: Promise<unknown>) => {
            const result = await call.catch((error: unknown) => error);
            if (result instanceof CallFailed)
                told.push(result.message, ...(result.kept?.reasons ?? []), String(result.stack));
            return result;
        };
        const fail = () =>
            emulator.faults.add({
                endpoint,
                count: null,
                do: { kind: "status", status: 400, body, headers: { "x-request-id": emulator.token } },
            });
        fail();
        const first = await tell(provider.create(urnOf("Service", "db"), news));
        emulator.faults.clear();
        const created = (await (first instanceof CallFailed
            ? first.kept
                ? provider
                      .update(first.kept.id, first.kept.properties, news)
                      .then(({ outs }) => ({ id: first.kept!.id, outs }))
                : provider.create(urnOf("Service", "db"), news)
            : first)) as { id: string; outs: Record<string, unknown> };
        fail();
        const more = inputs("Service", "db", { ...args, password: `${password}!`, cpuMillis: 4000, memoryGbs: 16 });
        await tell(provider.diff(created.id, created.outs, more));
        await tell(provider.update(created.id, created.outs, more));
        await tell(provider.read(created.id, created.outs));
        await tell(provider.delete(created.id, created.outs));
        expect(told.length).toBeGreaterThan(0);
        const initial = [...emulator.world.services.values()].map((row) => row.password);
        const everything = [...told, provider.printed, ...provider.log.map(({ message }) => message)].join("\n");
        for (const secret of [emulator.token, password, `${password}!`, ...initial].flatMap(forms)) {
            expect(everything.includes(secret)).toBe(false);
        }
    }),
);
