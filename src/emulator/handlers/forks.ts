import { addLogs } from "../core/newLogs";
import { checkParent } from "../core/operations";
import { conflict, unprocessable } from "../core/refusal";
import type { ForkStrategy, ServiceOperation, ServiceRow } from "../core/rows/service";
import { checkName, defaultEnvironment, sizeOf } from "../core/rules";
import { serviceRecord } from "../views/service";
import { createRow, newService } from "./createRow";
import { type Handlers, serviceOf } from "./call";
import { checkFreeName } from "./services";

const operations: Record<ForkStrategy, ServiceOperation> = {
    LAST_SNAPSHOT: "forkLastSnapshot",
    NOW: "forkNow",
    PITR: "forkPitr",
};
const suffix = "-fork";

/** Throws a refusal until the parent has its first backup. */
export function checkBackup(parent: ServiceRow, now: number): void {
    if (parent.backup_at === null || parent.backup_at > now) {
        throw conflict("NO_BACKUP", `The service ${parent.id} has no backup yet.`);
    }
}

function checkTarget(parent: ServiceRow, strategy: ForkStrategy, target: string | undefined, now: number): void {
    if (strategy !== "PITR") {
        if (target === undefined) return;
        throw unprocessable("INVALID_TARGET_TIME", "target_time: only with the strategy PITR.");
    }
    if (target === undefined)
        throw unprocessable("INVALID_TARGET_TIME", "target_time: required with the strategy PITR.");
    const at = Date.parse(target);
    if (at > now) throw unprocessable("INVALID_TARGET_TIME", "target_time: lies in the future.");
    if (at < parent.created_at) {
        throw unprocessable("INVALID_TARGET_TIME", "target_time: lies before the service was created.");
    }
}

export const forks: Handlers<"forkService"> = {
    forkService: (call) => {
        const { core, body, disturbance } = call;
        const parent = serviceOf(call);
        const name = body.name ?? `${parent.name}${suffix}`;
        checkName(name);
        checkFreeName(core, parent.project_id, name);
        const size = sizeOf(body, { cpu_millis: parent.cpu_millis, memory_gbs: parent.memory_gbs });
        checkTarget(parent, body.fork_strategy, body.target_time, core.now());
        const fork = newService(core, {
            project_id: parent.project_id,
            name,
            region_code: parent.region_code,
            service_type: parent.service_type,
            volume_type: parent.volume_type,
            ...size,
            environment: body.environment_tag ?? defaultEnvironment,
            forked_from: { project_id: parent.project_id, service_id: parent.id },
        });
        const operation = operations[body.fork_strategy];
        checkParent(parent, core.transition(fork, operation));
        if (body.fork_strategy === "LAST_SNAPSHOT") checkBackup(parent, core.now());
        createRow(core, fork, operation, 0, disturbance);
        addLogs(parent, [{ message: `forked as service ${fork.id}` }], core.now());
        return serviceRecord(fork, { now: core.now(), quirks: core.quirks, created: true });
    },
};
