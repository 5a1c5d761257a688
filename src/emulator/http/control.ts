// The control API: the functions of `Emulator` over HTTP.
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { Fault } from "../core/faults";
import { badRequest, notFound, Refusal } from "../core/refusals";
import { collectionsOf } from "../core/world";
import type { Emulator, EmulatorParts } from "../emulator";
import { resourceTypes } from "../resources";
import { NewLogs } from "../resources/serviceLogs";
import { type Answer, send } from "./answers";
import { parseJson } from "./requests";
import { router } from "./router";
import type { HttpRequest } from "./serve";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

const isLoopback = (host: string): boolean =>
    host.toLowerCase() === "localhost" || (isIP(host) !== 0 && loopback.check(host, isIPv6(host) ? "ipv6" : "ipv4"));

/** The host of a `Host` header, without its port and brackets. */
const hostOf = (header: string): string => header.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");

/**
 * Rejects requests that do not come from a local program: any request if the emulator listens on a reachable address,
 * and those of browsers, including DNS rebinding, by their `Host` and `Origin` headers.
 */
function assertLocal({ host = "", origin }: IncomingHttpHeaders, listeningOn: string): void {
    const refusal = (message: string) => new Refusal(403, "CONTROL_REFUSED", message);
    if (!isLoopback(listeningOn)) throw refusal("Control is only available on a loopback address.");
    if (!isLoopback(hostOf(host))) throw refusal("Control accepts only requests to a loopback name.");
    if (origin !== undefined) throw refusal("Control accepts no requests from web pages.");
}

/** Rows as the control API shows them: without passwords. */
const shown = (rows: unknown): unknown =>
    JSON.parse(JSON.stringify(rows, (field, value: unknown) => (field === "password" ? undefined : value)));

const AnyObject = z.looseObject({});
const Advance = z.strictObject({ advance_ms: z.number().min(0) });
const Refuse = z.strictObject({ message: z.string() });
const SomeServices = resourceTypes.service.given.extend({ count: z.int().min(1).optional() });

/** Returns the body of a response with status 200, or `Created`; `undefined` for 204. */
type Handler = (emulator: Emulator, request: { readonly id: string; readonly body: unknown }) => unknown;

class Created {
    constructor(readonly body: unknown) {}
}

const time = (emulator: Emulator) => ({ now: new Date(emulator.now()).toISOString(), now_ms: emulator.now() });

/** The routes that create one resource of each type, such as `POST /vpcs`. */
const creators = Object.fromEntries(
    Object.values(resourceTypes).map(({ kind }): [string, Handler] => [
        `POST /${kind}s`,
        (emulator, { body }) => new Created(shown(emulator.add(kind, body))),
    ]),
);

export const controlRoutes: Readonly<Record<string, Handler>> = {
    "GET /requests": (emulator) => emulator.requests(),
    "DELETE /requests": (emulator) => emulator.clearRequests(),
    "GET /faults": ({ faults }) => faults.list(),
    "POST /faults": ({ faults }, { body }) => new Created({ id: faults.add(Fault.parse(body)) }),
    "DELETE /faults": ({ faults }) => faults.clear(),
    "DELETE /faults/{id}": ({ faults }, { id }) => {
        if (!faults.remove(id)) throw notFound("fault", id);
    },
    "GET /clock": time,
    "POST /clock": async (emulator, { body }) => {
        await emulator.advance(Advance.parse(body).advance_ms);
        return time(emulator);
    },
    "GET /quirks": ({ quirks }) => quirks,
    "PATCH /quirks": (emulator, { body }) => {
        emulator.setQuirks(AnyObject.parse(body));
        return emulator.quirks;
    },
    ...creators,
    "POST /services": ({ create }, { body }) => {
        const { count, ...given } = SomeServices.parse(body);
        return new Created(shown(count === undefined ? create.service(given) : create.services(count, given)));
    },
    "GET /resources/{id}": (emulator, { id }) => shown(emulator.resource(id)),
    "PATCH /resources/{id}": (emulator, { id, body }) => shown(emulator.drift(id, AnyObject.parse(body))),
    "DELETE /resources/{id}": (emulator, { id }) => emulator.remove(id),
    "POST /resources/{id}/finish": (emulator, { id }) => emulator.finish(id),
    "POST /resources/{id}/accept": (emulator, { id }) => emulator.acceptPeering(id),
    "POST /resources/{id}/refuse": (emulator, { id, body }) => emulator.refusePeering(id, Refuse.parse(body).message),
    "POST /resources/{id}/maintain": (emulator, { id }) => emulator.maintain(id),
    "POST /resources/{id}/snapshot": (emulator, { id }) => emulator.snapshot(id),
    "POST /resources/{id}/logs": (emulator, { id, body }) => emulator.addLogs(id, NewLogs.parse(body)),
    "GET /world": ({ world }) => shown({ projects: [...world.projects.values()], ...collectionsOf(world) }),
    "POST /finish": (emulator) => emulator.finish(),
    "PUT /saved/{id}": (emulator, { id }) => emulator.save(id),
    "POST /saved/{id}/restore": (emulator, { id }) => emulator.restore(id),
    "POST /reset": (emulator) => emulator.reset(),
};

const routeOf = router(controlRoutes);

async function answer(emulator: Emulator, host: string, { incoming, path }: HttpRequest): Promise<Answer> {
    const { method = "", headers } = incoming;
    try {
        assertLocal(headers, host);
        const route = routeOf(method, path);
        if (route instanceof Refusal) throw route;
        const body = parseJson(await readText(incoming), headers["content-type"]);
        const result = await route.target(emulator, { id: route.params.id ?? "", body });
        if (result instanceof Created) return { status: 201, body: result.body };
        return { status: result === undefined ? 204 : 200, body: result };
    } catch (error) {
        if (error instanceof z.ZodError) return badRequest("INVALID_REQUEST", z.prettifyError(error));
        if (error instanceof Refusal) return error;
        throw error;
    }
}

/** Serves a request; `path` is without `/_control`. */
export async function serveControl(
    emulator: Emulator,
    { host, save, databases }: EmulatorParts,
    request: HttpRequest,
): Promise<void> {
    const response = await answer(emulator, host, request);
    await databases?.follow();
    if (request.incoming.method !== "GET") await save();
    await send(request.outgoing, response);
}
