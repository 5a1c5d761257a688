import { PreviewFork } from "../../../src";
import { type Scenario, up } from "../scenario";
import { Life } from "../../histories/engine/operate";
import type { Stage } from "../stage";
import { day, only, program, region, service, set, vpc } from "./model";

/** A service of nobody in this program: what a fork comes from. */
function parent(stage: Stage): string {
    const { id } = stage.emulator.create.service({ name: "production", environment: "PROD", age_ms: 30 * day });
    stage.memory.foreign.add(id);
    stage.bystanders = new Set([...stage.bystanders, id]);
    return id;
}

export const creation: readonly Scenario[] = [
    {
        name: "create everything",
        prepare(stage) {
            stage.program = program({
                vpcs: { v0: vpc() },
                services: {
                    s0: service({
                        size: { cpuMillis: 1000, memoryGbs: 4 },
                        replicaCount: 1,
                        connectionPooler: true,
                        vpc: "v0",
                        password: "correct horse",
                    }),
                },
                sets: { r0: set() },
            });
            return Promise.resolve();
        },
        phases: up(),
        deletesNothing: true,
    },
    {
        name: "create a name",
        prepare(stage) {
            stage.program = only({ name: "orders", password: "correct horse" });
            return Promise.resolve();
        },
        phases: up(),
    },
    {
        name: "fork a moment",
        prepare(stage) {
            const id = parent(stage);
            stage.program = program({
                services: {
                    s0: {
                        args: { forkFrom: { service: id, strategy: "PITR", minute: -60 } },
                        options: { label: "restored", aliases: [] },
                    },
                },
            });
            return Promise.resolve();
        },
        phases: up(),
        deletesNothing: true,
    },
    {
        name: "preview fork",
        prepare(stage) {
            const id = parent(stage);
            stage.program = () => {
                new PreviewFork("orders", { branch: "pr-1", serviceId: id, ttlHours: 24 });
            };
            return Promise.resolve();
        },
        phases: up(),
    },
    {
        name: "take over",
        async prepare(stage) {
            stage.program = only({ regionCode: region, replicaCount: 1, connectionPooler: true });
            const life = new Life();
            const end = stage.emulator.intercept({
                after({ endpoint }) {
                    if (endpoint !== "createService" && !life.isOver) return undefined;
                    life.kill();
                    return "drop";
                },
            });
            const before = stage.things;
            await stage.operate("up", { life });
            await stage.clock.calm();
            end();
            for (const { id } of stage.things.values())
                if (!before.has(id)) stage.memory.made.set(id, { stack: 0, call: undefined });
            await stage.pass(5 * 60_000);
        },
        phases: up(),
        deletesNothing: true,
    },
];
