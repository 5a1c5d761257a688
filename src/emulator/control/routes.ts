// The control API: `Control` over HTTP.
import { type Context, Hono } from "hono";
import { z } from "zod";
import { Fault } from "../core/faults";
import { NewLogs } from "../core/newLogs";
import { Quirks } from "../core/quirks";
import { badRequest, notFound, Refusal } from "../core/refusal";
import { rowTypes } from "../core/rows";
import { collections } from "../core/world";
import { parseJson } from "../http/parse";
import type { Control } from "./control";
import { assertLocal } from "./localOnly";

const Advance = z.strictObject({ advance_ms: z.number().min(0) });
const Refuse = z.strictObject({ message: z.string() });
const SomeServices = rowTypes.service.given.extend({ count: z.int().min(1).optional() });
const AnyObject = z.looseObject({});

export interface ControlRoutes {
    readonly control: Control;
    /** The address that the emulator listens on. */
    readonly host: string;
    /** Persists the state. */
    readonly save: () => Promise<void>;
}

async function parsed<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
    return schema.parse(parseJson(await c.req.text(), c.req.header("content-type")) ?? {});
}

const id = (c: Context): string => c.req.param("id") ?? "";

const secrets: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
    Object.values(rowTypes).map((type) => [type.kind, type.secrets]),
);

/** A row, or several, as the control API shows them: without secrets, also of the rows in them. */
function shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== "object" || value === null) return value;
    const hidden = "kind" in value && typeof value.kind === "string" ? secrets[value.kind] : undefined;
    const fields = Object.entries(value).filter(([field]) => !hidden?.includes(field));
    return Object.fromEntries(fields.map(([field, inner]) => [field, shown(inner)]));
}

/** A route that responds with 204. */
const noContent = (act: (c: Context) => void | Promise<void>) => async (c: Context) => {
    await act(c);
    return c.body(null, 204);
};

function journalAndFaults(app: Hono, control: Control): void {
    const forgetRequests = noContent(() => control.clearRequests());
    const clearFaults = noContent(() => control.faults.clear());
    const removeFault = noContent((c) => {
        if (!control.faults.remove(id(c))) throw notFound("fault", id(c));
    });
    app.get("/requests", (c) => c.json(control.requests()));
    app.delete("/requests", forgetRequests);
    app.get("/faults", (c) => c.json(control.faults.list()));
    app.post("/faults", async (c) => c.json({ id: control.faults.add(await parsed(c, Fault)) }, 201));
    app.delete("/faults", clearFaults);
    app.delete("/faults/:id", removeFault);
}

function clockAndQuirks(app: Hono, control: Control): void {
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
}

function outOfBandRows(app: Hono, control: Control): void {
    app.post("/services", async (c) => {
        const { count, ...given } = await parsed(c, SomeServices);
        const created = count === undefined ? control.create.service(given) : control.create.services(count, given);
        return c.json(shown(created), 201);
    });
    for (const { kind, plural } of Object.values(rowTypes)) {
        if (kind === "service") continue;
        app.post(`/${plural}`, async (c) => c.json(shown(control.add(kind, await parsed(c, AnyObject))), 201));
    }
}

function rows(app: Hono, control: Control): void {
    const finish = noContent((c) => control.finish(id(c)));
    const accept = noContent((c) => control.acceptPeering(id(c)));
    const refuse = noContent(async (c) => control.refusePeering(id(c), (await parsed(c, Refuse)).message));
    const maintain = noContent((c) => control.maintain(id(c)));
    const addLogs = noContent(async (c) => control.addLogs(id(c), await parsed(c, NewLogs)));
    const remove = noContent((c) => control.remove(id(c)));
    app.get("/things/:id", (c) => c.json(shown(control.thing(id(c)))));
    app.patch("/things/:id", async (c) => c.json(shown(control.drift(id(c), await parsed(c, AnyObject)))));
    app.post("/things/:id/finish", finish);
    app.post("/things/:id/accept", accept);
    app.post("/things/:id/refuse", refuse);
    app.post("/things/:id/maintain", maintain);
    app.post("/things/:id/logs", addLogs);
    app.delete("/things/:id", remove);
}

function wholeWorld(app: Hono, control: Control): void {
    const finish = noContent(() => control.finish());
    const reset = noContent(() => control.reset());
    app.get("/world", (c) => {
        const { world } = control;
        const rows = collections.map((name) => [name, shown([...world[name].values()])]);
        return c.json({ projects: [...world.projects.values()], ...Object.fromEntries(rows) });
    });
    app.post("/finish", finish);
    app.post("/reset", reset);
}

export function controlRoutes({ control, host, save }: ControlRoutes): Hono {
    const app = new Hono();
    app.use(async (c, next) => {
        assertLocal(c, host);
        await next();
        if (c.req.method !== "GET") await save();
    });
    app.onError((error, c) => {
        const refusal = error instanceof z.ZodError ? badRequest("INVALID_REQUEST", z.prettifyError(error)) : error;
        if (!(refusal instanceof Refusal)) throw error;
        return c.json({ code: refusal.code, message: refusal.message }, refusal.status);
    });
    for (const group of [journalAndFaults, clockAndQuirks, outOfBandRows, rows, wholeWorld]) group(app, control);
    app.all("*", (c) => c.json({ code: "NOT_FOUND", message: "Unknown control route." }, 404));
    return app;
}
