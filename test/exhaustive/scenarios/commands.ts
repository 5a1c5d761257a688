import { forkName } from "../../../src/forkName";
import { drillPhase, type Phase, type Scenario, sweepPhase } from "../scenario";
import type { Stage } from "../stage";
import { day, hour } from "./model";

/** A preview fork of somebody's service. */
function fork(stage: Stage, branch: string, given: object = {}): void {
    const name = forkName("orders", branch, { ttlHours: 24 });
    const { id, project_id } = stage.emulator.create.service({ name, age_ms: 2 * day, ...given });
    const [service_id = ""] = stage.bystanders;
    stage.memory.foreign.add(id);
    stage.emulator.world.services.get(id)!.forked_from = { project_id, service_id };
}

/** When the time of what a drill has left is over. */
const later: Phase = {
    ...sweepPhase,
    async run(stage, life) {
        await stage.pass(3 * hour);
        return sweepPhase.run(stage, life);
    },
};

export const commands: readonly Scenario[] = [
    {
        name: "sweep",
        prepare(stage) {
            fork(stage, "pr-1");
            fork(stage, "pr-2", { environment: "PROD" });
            return Promise.resolve();
        },
        phases: [sweepPhase],
        recovery: [sweepPhase, sweepPhase],
    },
    {
        name: "drill",
        prepare() {
            return Promise.resolve();
        },
        phases: [drillPhase("bystander")],
        recovery: [later, sweepPhase],
    },
];
