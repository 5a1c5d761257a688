import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { Child, type LineSink } from "../children/child";
import { Callbacks } from "../monitor/transforms";
import { monitorService } from "../monitor/service";
import { configEnvironment, type Project, type StackConfig } from "../project";
import { serve } from "../protocol";
import { ShutDown } from "./events";
import type { Session } from "./session";
import type { Planner } from "../plan/planner";
import { sdkScript } from "../provider/host";

export interface ProgramPhaseOptions {
    project: Project;
    config: StackConfig;
    engineAddress: string;
    env: NodeJS.ProcessEnv;
    onLine: LineSink;
}

/** Time for the program to exit once the engine stops responding, in milliseconds. */
const graceMs = 5_000;

/** Exit code of the SDK's runner if it has already reported the error. */
const alreadyReported = 32;

/** Runs the program and handles its requests until it exits or the operation stops. */
export async function programPhase(planner: Planner, options: ProgramPhaseOptions): Promise<void> {
    const { session } = planner;
    const { halt } = session.options;
    let close: (() => void) | undefined;
    const closed = new Promise<never>((_, reject) => (close = () => reject(new ShutDown())));
    closed.catch(() => undefined);
    const callbacks = new Callbacks();
    const monitor = await serve(ResourceMonitorService, monitorService(planner, closed, callbacks));
    try {
        const program = startProgram(session, monitor.address, {
            ...options,
            onLine(line, stream) {
                // After a stop the SDK prints errors about the lost connection; the engine reports the actual reason.
                if (stream === "stdout" || !halt.why) options.onLine(line, stream);
            },
        });
        try {
            await Promise.race([checkExit(planner, program), halt.halted]);
            await planner.idle();
        } finally {
            close?.();
            await program.leave(session.options.clock, graceMs);
        }
    } finally {
        callbacks.close();
        monitor.stop();
    }
}

/** Stops the operation if the program failed. */
async function checkExit({ session }: Planner, program: Child): Promise<void> {
    const { code } = await program.ended;
    const { halt } = session.options;
    if (code === 0 || halt.why) return;
    // Like the CLI, -1 if a signal ended it.
    if (code !== alreadyReported)
        session.say("error", `an unhandled error occurred: Program exited with non-zero exit code: ${code ?? -1}`);
    halt.stop("invalid");
}

/** Runs the program with the SDK's runner, as the CLI's language host does. */
function startProgram(session: Session, monitorAddress: string, options: ProgramPhaseOptions): Child {
    const { project, config, engineAddress, env, onLine } = options;
    const { stack, parallel } = session.options;
    const { name, root, dir, nodeArgs, entry, typescript, tsconfig } = project;
    const flags = {
        monitor: monitorAddress,
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
            sdkScript(dir, "run"),
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
        onLine,
    });
}
