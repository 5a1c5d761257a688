import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { Child, type Surroundings } from "../children/child";
import { Transforms } from "../monitor/transforms";
import { monitorService } from "../monitor/service";
import { configEnvironment, type StackConfig } from "../config";
import type { Project } from "../project";
import { serve } from "../protocol";
import type { Session } from "./session";
import type { Planner } from "../plan/planner";
import { sdkScript } from "../provider/host";

export interface ProgramPhaseOptions extends Surroundings {
    project: Project;
    config: StackConfig;
}

/** Time for the program to exit once the engine stops responding, in milliseconds. */
const graceMs = 5_000;

/** Exit code of the SDK's runner if it has already reported the error. */
const alreadyReported = 32;

/** Runs the program and handles its requests until it exits or the operation stops. */
export async function programPhase(planner: Planner, options: ProgramPhaseOptions): Promise<void> {
    const { session } = planner;
    const script = sdkScript(options.project.dir, "run");
    const transforms = new Transforms();
    const monitor = await serve(ResourceMonitorService, monitorService(planner, transforms));
    const program = startProgram(session, script, monitor.address, options);
    try {
        await Promise.race([checkExit(session, program), session.halt.halted]);
        await planner.idle();
    } finally {
        transforms.close();
        // Ends the requests that are still open. The SDK exits when the monitor is gone.
        monitor.stop();
        await program.leave(session.options.clock, graceMs);
    }
}

async function checkExit(session: Session, program: Child): Promise<void> {
    const { code } = await program.ended;
    if (code === 0 || session.halt.why) return;
    // Like the CLI, -1 if a signal ended it.
    if (code !== alreadyReported)
        session.say("error", `an unhandled error occurred: Program exited with non-zero exit code: ${code ?? -1}`);
    session.halt.stop("invalid");
}

/** Runs the program with the SDK's runner, as the CLI's language host does. */
function startProgram(session: Session, script: string, monitor: string, options: ProgramPhaseOptions): Child {
    const { project, config, engineAddress, env, onLine } = options;
    const { stack, parallel } = session.options;
    const { name, root, dir, nodeArgs, entry, typescript, tsconfig } = project;
    const flags = {
        monitor,
        engine: engineAddress,
        organization: "organization",
        project: name,
        "root-directory": root,
        stack,
        pwd: dir,
        parallel: String(parallel),
    };
    return new Child({
        nodeArgs,
        args: [
            script,
            ...Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value]),
            ...(session.dryRun ? ["--dry-run"] : []),
            entry,
        ],
        cwd: dir,
        env: {
            ...env,
            ...configEnvironment(config),
            ...(typescript && { PULUMI_NODEJS_TYPESCRIPT: "true" }),
            ...(tsconfig && { PULUMI_NODEJS_TSCONFIG_PATH: tsconfig }),
        },
        onLine(line, stream) {
            // After a stop the SDK prints errors about the lost connection; the engine reports the actual reason.
            if (stream === "stdout" || !session.halt.why) onLine(line, stream);
        },
    });
}
