import type { Child, LineSink } from "../children/child";
import { Callbacks } from "../monitor/callbacks";
import { monitorService } from "../monitor/service";
import { startProgram, alreadyReported } from "../program/process";
import type { StackConfig } from "../program/config";
import type { Project } from "../program/project";
import { serve } from "../protocol/server";
import { ShutDown } from "./events";
import type { Outputs } from "./outputs";
import type { Planner } from "./planner";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";

export interface ProgramPhaseOptions {
    project: Project;
    config: StackConfig;
    engineAddress: string;
    env: NodeJS.ProcessEnv;
    onLine: LineSink;
}

/** Time for the program to exit once the engine stops responding, in milliseconds. */
const graceMs = 5_000;

/** Runs the program and handles its requests until it exits or the operation stops. */
export async function programPhase(planner: Planner, outputs: Outputs, options: ProgramPhaseOptions): Promise<void> {
    const { session } = planner;
    const { halt, stack, parallel, clock } = session.options;
    const closing = new AbortController();
    const closed = new Promise<never>((_, reject) => {
        closing.signal.addEventListener("abort", () => reject(new ShutDown()));
    });
    closed.catch(() => undefined);
    const callbacks = new Callbacks();
    const monitor = await serve(
        ResourceMonitorService,
        monitorService(
            {
                register: (goal) => planner.register(goal),
                read: (goal) => planner.read(goal),
                registerOutputs: (urn, told) => outputs.register(urn, told),
                refuse(error) {
                    session.say("error", error.message);
                    halt.stop("invalid");
                },
                closed,
            },
            callbacks,
        ),
    );
    try {
        const program = startProgram({
            ...options,
            onLine(line, stream) {
                // After a stop the SDK prints errors about the lost connection; the engine reports the actual reason.
                if (stream === "stdout" || !halt.why) options.onLine(line, stream);
            },
            stack,
            parallel,
            dryRun: session.dryRun,
            monitorAddress: monitor.address,
        });
        try {
            await Promise.race([judge(planner, program), halt.halted]);
            await planner.idle();
        } finally {
            closing.abort();
            await program.leave(clock, graceMs);
        }
    } finally {
        callbacks.close();
        monitor.stop();
    }
}

/** Stops the operation if the program failed. */
async function judge({ session }: Planner, program: Child): Promise<void> {
    const { code } = await program.ended;
    const { halt } = session.options;
    if (code === 0 || halt.why) return;
    // Like the CLI, -1 if a signal ended it.
    if (code !== alreadyReported)
        session.say("error", `an unhandled error occurred: Program exited with non-zero exit code: ${code ?? -1}`);
    halt.stop("invalid");
}
