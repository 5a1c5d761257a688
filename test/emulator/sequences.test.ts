// Random sequences of operations in any state: the emulator accepts exactly what its table allows, passes through the
// table's statuses, shows an effect only at the end, and ends in the same state as a simple model of the API.
import fc from "fast-check";
import { endpoints } from "../../src/api/endpoints";
import { resourceTypes } from "../../src/emulator/resources";
import type { ServiceOperation } from "../../src/emulator/resources/service";
import { gone, phasesOf, same, type Transition } from "../../src/emulator/resources/resourceType";
import { at, Bench, type Reply, textAt } from "./support/raw";

const table: Readonly<Record<ServiceOperation, Transition>> = resourceTypes.service.transitions;
const stepSeconds = 10;
const longestSeconds = 250;

/** All status changes that the table allows, as `from>to`; `(none)` before the create and after the delete. */
const edges = new Set(
    Object.values(table).flatMap((row) => {
        const starts = row.from.length > 0 ? row.from : ["(none)"];
        return starts.flatMap((start) => {
            const word = (status: string) => (status === same ? start : status === gone ? "(none)" : status);
            const walk = [start, ...phasesOf(row).map(([status]) => word(status)), word(row.then)];
            return walk.slice(1).map((to, n) => `${walk[n]!}>${to}`);
        });
    }),
);

/** The expected service once all operations have ended. */
interface Expected {
    resources: { cpu_millis: number; memory_gbs: number };
    ha_replicas: { replica_count: number; sync_replica_count: number };
    pooler: boolean;
    environment: string;
    vpc_id: string | undefined;
    status: string;
}

interface Model {
    expected: Expected | undefined;
    busyUntil: number;
}

type Change = Partial<Expected>;
interface Command {
    readonly operation: ServiceOperation;
    readonly verb: string;
    readonly body?: (vpcs: string[]) => object;
    readonly change: (vpcs: string[]) => Change | undefined;
}

const sizes = [
    { cpu_millis: 500, memory_gbs: 2 },
    { cpu_millis: 4000, memory_gbs: 16 },
];
const command = (operation: ServiceOperation, verb: string, body: object | undefined, change: Change): Command => ({
    operation,
    verb,
    body: body && (() => body),
    change: () => change,
});

const commands = fc.oneof(
    fc.constant(command("start", "start", undefined, { status: "READY" })),
    fc.constant(command("stop", "stop", undefined, { status: "PAUSED" })),
    fc.constantFrom(...sizes).map((size) => {
        const body = { cpu_millis: String(size.cpu_millis), memory_gbs: String(size.memory_gbs) };
        return command("resize", "resize", body, { resources: size, status: "READY" });
    }),
    fc.tuple(fc.nat(2), fc.nat(2)).map(([replica_count, sync_replica_count]) => {
        const counts = { replica_count, sync_replica_count };
        return command("setHa", "setHA", counts, { ha_replicas: counts, status: "READY" });
    }),
    fc.boolean().map((pooler) => {
        return command("setPooler", pooler ? "enablePooler" : "disablePooler", undefined, { pooler, status: "READY" });
    }),
    fc.constantFrom("DEV", "PROD").map((environment) => {
        return command("setEnvironment", "setEnvironment", { environment }, { environment });
    }),
    fc.nat(1).map((n): Command => {
        const vpc_id = (vpcs: string[]) => vpcs[n]!;
        return {
            operation: "attach",
            verb: "attachToVPC",
            body: (vpcs) => ({ vpc_id: vpc_id(vpcs) }),
            change: (vpcs) => ({ vpc_id: vpc_id(vpcs) }),
        };
    }),
    fc.nat(1).map((n): Command => {
        return {
            operation: "detach",
            verb: "detachFromVPC",
            body: (vpcs) => ({ vpc_id: vpcs[n]! }),
            change: () => ({ vpc_id: undefined }),
        };
    }),
    fc.constant<Command>({ operation: "delete", verb: "", change: () => undefined }),
);

const steps = fc.array(
    fc.record({
        target: fc.nat(2),
        command: commands,
        // In the middle of an operation, or long enough for it to end.
        pass: fc.oneof(fc.nat(6), fc.constant(longestSeconds / stepSeconds)),
    }),
    { minLength: 1, maxLength: 25 },
);

let bench: Bench;
beforeAll(async () => (bench = await Bench.start()));
afterAll(() => bench.stop());

const shown = ({ body }: Reply): Expected => ({
    resources: {
        cpu_millis: Number(at(body, "resources", 0, "spec", "cpu_millis")),
        memory_gbs: Number(at(body, "resources", 0, "spec", "memory_gbs")),
    },
    ha_replicas: at(body, "ha_replicas") as Expected["ha_replicas"],
    pooler: at(body, "connection_pooler") !== undefined,
    environment: textAt(body, "metadata", "environment"),
    vpc_id: at(body, "vpc_endpoint", "vpc_id") as string | undefined,
    status: textAt(body, "status"),
});

/** What one sees of the services, and what they should be. */
class Run {
    readonly #models = new Map<string, Model>();
    readonly #seen = new Map<string, string>();
    readonly #vpcs: string[] = [];

    async begin(): Promise<void> {
        bench.emulator.reset();
        for (const cidr of ["10.0.0.0/16", "10.1.0.0/16"]) this.#vpcs.push(await bench.vpc(cidr));
        for (const { id, status } of bench.emulator.create.services(3)) {
            this.#seen.set(id, status);
            this.#models.set(id, { expected: shown(await bench.get(`services/${id}`)), busyUntil: 0 });
        }
    }

    /** Advances time in small steps and checks that every status change is in the table. */
    async pass(count: number): Promise<void> {
        for (let n = 0; n < count; n++) {
            await bench.pass(stepSeconds);
            const { body } = await bench.get("services");
            const listed = new Map((body as object[]).map((one) => [textAt(one, "service_id"), textAt(one, "status")]));
            for (const id of this.#seen.keys()) this.#note(id, listed.get(id) ?? "(none)");
        }
    }

    #note(id: string, status: string): void {
        const before = this.#seen.get(id) ?? "(none)";
        if (status !== before) expect(edges).toContain(`${before}>${status}`);
        this.#seen.set(id, status);
    }

    async #look(id: string): Promise<Reply> {
        const reply = await bench.get(`services/${id}`);
        this.#note(id, reply.status === 404 ? "(none)" : textAt(reply.body, "status"));
        return reply;
    }

    async do(target: number, { operation, verb, body, change }: Command): Promise<void> {
        const id = [...this.#seen.keys()][target]!;
        const model = this.#models.get(id)!;
        const row = table[operation];
        const before = await this.#look(id);
        const path = `services/${id}${verb && `/${verb}`}`;
        const reply = verb === "" ? await bench.delete(path) : await bench.post(path, body?.(this.#vpcs));
        if (before.status === 404) {
            expect(reply.status).toBe(404);
            return;
        }
        const idle = bench.clock.now() >= model.busyUntil;
        const allowed = row.from.includes(textAt(before.body, "status")) && (idle || row.interrupts === true);
        if (reply.status >= 400) {
            const code = textAt(reply.body, "code");
            const byState = code === "BUSY" || code === "WRONG_STATE";
            expect(byState ? !allowed : /^(INVALID_HA|POOLER_|VPC_)/.test(code)).toBe(true);
            expect(shown(await this.#look(id))).toEqual(shown(before));
            return;
        }
        expect(allowed).toBe(true);
        const seconds = phasesOf(row).reduce((sum, [, phase]) => sum + phase, 0);
        model.busyUntil = bench.clock.now() + seconds * 1000;
        const changed = change(this.#vpcs);
        model.expected = changed && model.expected && { ...model.expected, ...changed };
        // An operation in progress is visible only in the status.
        const status: unknown = expect.any(String);
        if (seconds > 0) expect(shown(await this.#look(id))).toEqual({ ...shown(before), status });
    }

    async end(): Promise<void> {
        await bench.pass(longestSeconds);
        for (const [id, { expected }] of this.#models) {
            const reply = await bench.get(`services/${id}`);
            if (expected) expect(shown(reply)).toEqual(expected);
            else expect(reply.status).toBe(404);
        }
        const list = (await bench.get("services")).body as { service_id: string }[];
        const left = [...this.#models].filter(([, { expected }]) => expected).map(([id]) => id);
        expect(list.map(({ service_id }) => service_id)).toEqual(left);
        expect(endpoints.listServices.answer.safeParse(list).success).toBe(true);
    }
}

test("any sequence of operations, at any time", async () => {
    await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
            const run = new Run();
            await run.begin();
            for (const { target, command, pass } of sequence) {
                await run.do(target, command);
                await run.pass(pass);
            }
            await run.end();
        }),
        { numRuns: 25 },
    );
}, 120_000);
