import { forkNameAround } from "../../../src/provider/lifecycle";
import { drillPhase, type Phase, type Scenario, sweepPhase } from "../scenario";
import type { Stage } from "../stage";
import { day, hour } from "./model";

/** A preview fork of somebody's service. */
function fork(stage: Stage, branch: string, given: object = {}, of?: string): string {
    const { prefix, suffix } = forkNameAround("orders", branch, { ttlHours: 24 });
    const name = `${prefix}-${suffix}`;
    const { id, project_id } = stage.emulator.create.service({ name, age_ms: 2 * day, ...given });
    const [production = ""] = stage.bystanders;
    stage.memory.foreign.add(id);
    stage.emulator.world.services.get(id)!.forked_from = { project_id, service_id: of ?? production };
    return id;
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
        // The first deletion is refused until the second one is done, and repeated.
        name: "sweep a fork of a fork",
        prepare(stage) {
            stage.emulator.setQuirks({ forksHold: "saying so" });
            fork(stage, "pr-2", {}, fork(stage, "pr-1"));
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
