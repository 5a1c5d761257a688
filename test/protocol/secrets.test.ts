// Distinct secrets are used, each call fails in turn, and the server echoes all secrets in every encoding: only the
// passwords in the state may contain one.
import type { EndpointName } from "../../src/api";
import type { Fault } from "../../src/emulator";
import type { PropertyMap } from "../support/propertyMaps";
import { CallFailed } from "../support/providerProcess";
import { secretEcho, secretForms } from "../support/secretForms";
import { urnOf, withRig } from "./support";

const region = "us-east-1";
const apiKey = 'pat_Planted"Key%41/+&=\\of-the-stack';
const profileKey = "pat_Planted+Key/of=the&profile";
const password = 'planted "p/w" ö 100%&=?#@hunter2';
const nextPassword = "planted+next/p=w&of\\the'service";

const actions: Readonly<Record<string, (text: string) => Fault["do"]>> = {
    "is refused": (text) => ({
        kind: "status",
        status: 422,
        body: { code: text, message: text, errors: [text] },
        headers: { "x-request-id": encodeURIComponent(text).slice(0, 200) },
    }),
    "fails on the server": (text) => ({ kind: "status", status: 500, body: { message: text } }),
    "is answered with something else": (text) => ({
        kind: "status",
        status: 200,
        body: { [text]: text, status: text },
    }),
    "is answered with no JSON": (text) => ({ kind: "garbage", body: `<html>${text}` }),
    "is dropped when it has been done": () => ({ kind: "drop", when: "after" }),
};

const endpoints: EndpointName[] = [
    "getCallerIdentity",
    "createService",
    "updateServicePassword",
    "enableServicePooler",
    "resizeService",
    "listServices",
    "getService",
    "deleteService",
];

/** Everything in a result that a person may get to read: all but the secret outputs themselves. */
const readable = (result: unknown): string =>
    JSON.stringify(result, (key, value: unknown) =>
        ["password", "initialPassword"].includes(key) && typeof value === "string" ? undefined : value,
    );

test.concurrent.each(Object.entries(actions))("when a call %s, no secret is shown", (_, action) =>
    withRig(
        async ({ provider, emulator, inputs }) => {
            await provider.configure({
                "clouddb:baseUrl": emulator.url,
                "clouddb:apiKey": apiKey,
                "clouddb:profiles": JSON.stringify({ blue: { apiKey: profileKey } }),
            });
            const reported: string[] = [];
            let failures = 0;
            const recorded = async <T>(call: Promise<T>): Promise<T | CallFailed> => {
                const result = await call.catch((error: unknown) => error as CallFailed);
                if (result instanceof CallFailed) {
                    failures++;
                    reported.push(result.message, readable(result.kept), String(result.stack));
                } else {
                    reported.push(readable(result));
                }
                return result;
            };
            const secrets = new Set([apiKey, profileKey, password]);
            const withFault = async <T>(endpoint: EndpointName, work: () => Promise<T>): Promise<T> => {
                emulator.faults.add({ endpoint, count: 20, do: action(secretEcho([...secrets])) });
                const result = await work();
                emulator.faults.clear();
                return result;
            };
            for (const [n, endpoint] of endpoints.entries()) {
                const [name, urn] = [`db${n}`, urnOf("Service", `db${n}`)];
                const args: PropertyMap = { regionCode: region, password, connectionPooler: true };
                const news = inputs("Service", name, args, { create: "10m", update: "10m", delete: "10m" });
                const made = await withFault(endpoint, () => recorded(provider.create(urn, news)));
                const kept = made instanceof CallFailed ? made.kept : { id: made.id, properties: made.outs };
                const { id, outs } =
                    kept === undefined
                        ? await provider.create(urn, news)
                        : { id: kept.id, ...(await provider.update(kept.id, kept.properties, news)) };
                for (const key of ["password", "initialPassword"]) if (key in outs) secrets.add(outs[key] as string);
                // The server has it from this update on, and the process as well.
                secrets.add(nextPassword);
                const next = { ...news, password: nextPassword, cpuMillis: 4000, memoryGbs: 16 };
                await recorded(provider.diff(id, outs, next));
                await withFault(endpoint, () => recorded(provider.update(id, outs, next)));
                await withFault(endpoint, () => recorded(provider.read(id, outs)));
                const generated = { ...news, password: null, generatePassword: true, passwordVersion: "2" };
                const regenerated = await provider.update(id, outs, generated);
                secrets.add(String(regenerated.outs["password"]));
                const anew = { ...generated, passwordVersion: "3" };
                await withFault(endpoint, () => recorded(provider.update(id, regenerated.outs, anew)));
                await withFault(endpoint, () => recorded(provider.delete(id, regenerated.outs)));
            }
            const bad = inputs("Service", "db", { password: [password], pasword: nextPassword });
            await recorded(provider.check("", {}, bad).then((answer) => answer.failures));
            await recorded(provider.check("", {}, inputs("Service", "db", { password, profile: "red" })));
            const everything = [...reported, provider.printed, ...provider.log.map(({ message }) => message)].join(
                "\n",
            );
            // How many there are exactly depends on when the processes get their turn.
            expect(failures).toBeGreaterThan(endpoints.length / 2);
            expect(secrets.size).toBeGreaterThan(endpoints.length);
            for (const secret of secrets) {
                for (const form of secretForms(secret))
                    expect({ form, reported: everything.includes(form) }).toEqual({ form, reported: false });
            }
        },
        { configure: false, pace: 200, tokens: [{ token: apiKey, projects: ["main"] }] },
    ),
);
