// The control surface: what `Control` can do, over HTTP. For this machine only.
import { type Context, Hono } from "hono";
import { z } from "zod";
import { NewLogs } from "../core/newLogs";
import { NewPeering, NewReplicaSet, NewService, NewVpc } from "../core/outOfBand";
import { Fault } from "../core/faults";
import { Quirks } from "../core/quirks";
import { badRequest, notFound, Refusal } from "../core/refusal";
import type { Thing } from "../core/rows";
import { refusalAnswer } from "../http/answer";
import { hostOf, isLoopback } from "../http/loopback";
import { parseJson } from "../http/parse";
import type { Control } from "./control";

const Advance = z.strictObject({ advance_ms: z.number().min(0) });
const AnyObject = z.looseObject({});
const Refuse = z.strictObject({ message: z.string() });

export interface ControlRoutes {
    readonly control: Control;
    /** The address that the emulator listens on. */
    readonly host: string;
    readonly save: () => Promise<void>;
}

/** Refuses whoever is not on this machine: by the address listened on, and by what a browser says of its page. */
function checkDoor(c: Context, host: string): void {
    if (!isLoopback(host)) throw new Refusal(403, "CONTROL_REFUSED", "Control is only there on a loopback address.");
    if (!isLoopback(hostOf(c.req.header("host") ?? ""))) {
        throw new Refusal(403, "CONTROL_REFUSED", "Control takes only requests to a loopback name.");
    }
    if (c.req.header("origin") !== undefined) {
        throw new Refusal(403, "CONTROL_REFUSED", "Control takes no requests from web pages.");
    }
}

const body = async (c: Context): Promise<unknown> => parseJson(await c.req.text(), c.req.header("content-type"));
const parsed = async <T>(c: Context, schema: z.ZodType<T>): Promise<T> => schema.parse((await body(c)) ?? {});

const withoutPassword = (thing: Thing) => {
    if (thing.kind !== "service") return thing;
    return { ...thing, password: undefined };
};

/** A route that tells the emulator to do something, and has nothing to say in return. */
const told = (act: (c: Context) => void | Promise<void>) => async (c: Context) => {
    await act(c);
    return c.body(null, 204);
};
const id = (c: Context): string => c.req.param("id") ?? "";

export function controlRoutes({ control, host, save }: ControlRoutes): Hono {
    const app = new Hono();
    app.use(async (c, next) => {
        checkDoor(c, host);
        await next();
        if (c.req.method !== "GET") await save();
    });
    app.onError((error, c) => {
        const refusal = error instanceof z.ZodError ? badRequest("INVALID_REQUEST", z.prettifyError(error)) : error;
        if (!(refusal instanceof Refusal)) throw error;
        const answer = refusalAnswer(refusal);
        return c.json(answer.body as object, refusal.status);
    });
    app.get("/requests", (c) => c.json(control.requests()));
    app.delete(
        "/requests",
        told(() => control.clearRequests()),
    );

    app.get("/faults", (c) => c.json(control.faults.list()));
    app.post("/faults", async (c) => c.json({ id: control.faults.add(await parsed(c, Fault)) }, 201));
    app.delete(
        "/faults",
        told(() => control.faults.clear()),
    );
    app.delete("/faults/:id", (c) => {
        if (!control.faults.remove(id(c))) throw notFound("fault", id(c));
        return c.body(null, 204);
    });

    const time = () => ({ now: new Date(control.now()).toISOString(), now_ms: control.now() });
    app.get("/clock", (c) => c.json(time()));
    app.post("/clock", async (c) => {
        await control.advance((await parsed(c, Advance)).advance_ms);
        return c.json(time());
    });

    app.get("/quirks", (c) => c.json(control.quirks));
    app.patch("/quirks", async (c) => {
        control.setQuirks(await parsed(c, Quirks.partial()));
        return c.json(control.quirks);
    });

    app.post("/services", async (c) => {
        const { count, ...given } = await parsed(c, NewService.extend({ count: z.int().min(1).optional() }));
        const made = count === undefined ? control.create.service(given) : control.create.services(count, given);
        return c.json(Array.isArray(made) ? made.map(withoutPassword) : withoutPassword(made), 201);
    });
    app.post("/vpcs", async (c) => c.json(control.create.vpc(await parsed(c, NewVpc)), 201));
    app.post("/replicaSets", async (c) => c.json(control.create.replicaSet(await parsed(c, NewReplicaSet)), 201));
    app.post("/peerings", async (c) => c.json(control.create.peering(await parsed(c, NewPeering)), 201));

    app.get("/things/:id", (c) => c.json(withoutPassword(control.thing(id(c)))));
    app.patch("/things/:id", async (c) => c.json(withoutPassword(control.drift(id(c), await parsed(c, AnyObject)))));
    const verbs: Record<string, (c: Context) => void | Promise<void>> = {
        finish: (c) => control.finish(id(c)),
        accept: (c) => control.acceptPeering(id(c)),
        refuse: async (c) => control.refusePeering(id(c), (await parsed(c, Refuse)).message),
        maintain: (c) => control.maintain(id(c)),
        logs: async (c) => control.addLogs(id(c), await parsed(c, NewLogs)),
    };
    for (const [verb, act] of Object.entries(verbs)) app.post(`/things/:id/${verb}`, told(act));
    app.delete(
        "/things/:id",
        told((c) => control.remove(id(c))),
    );
    app.post(
        "/finish",
        told(() => control.finish()),
    );
    app.post(
        "/reset",
        told(() => control.reset()),
    );
    app.all("*", (c) => c.json({ code: "NOT_FOUND", message: "There is no such control." }, 404));
    return app;
}
