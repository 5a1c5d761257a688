// A Pulumi program in this very process: the real SDK and the real resource classes, on a monitor without gRPC.
import * as pulumi from "@pulumi/pulumi";
import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as sdkState from "@pulumi/pulumi/runtime/state";
import { Transforms } from "../../../src/engine/monitor/transforms";
import { monitorService } from "../../../src/engine/monitor/service";
import { grpc } from "../../../src/engine/protocol";
import type { Planner } from "../../../src/engine/plan/planner";

// Parts of the SDK that its types do not show: its own host of inline programs uses them.
const { withLocalStorage } = sdkState as unknown as { withLocalStorage<T>(work: () => T): T };
const { awaitFeatureSupport, setMockOptions } = pulumi.runtime as unknown as {
    awaitFeatureSupport(): Promise<void>;
    setMockOptions(monitor: object, project: string, stack: string, preview: boolean, organization: string): void;
};

type Done = (error: { code?: number } | null, response?: unknown) => void;
type Handler = (call: { request: unknown }, done: Done) => void;

/** What the SDK takes for the client of a resource monitor: its calls go straight to the service. */
function monitorClient(service: UntypedServiceImplementation): object {
    const method = (name: string) => {
        const handler = service[name] as unknown as Handler;
        return (request: unknown, ...rest: unknown[]) => {
            const done = rest.at(-1) as Done;
            handler({ request }, (error, response) => {
                if (error?.code !== grpc.status.UNAVAILABLE) done(error, response);
            });
        };
    };
    return Object.fromEntries(Object.keys(service).map((name) => [name, method(name)]));
}

/** Runs the program until it has ended or the operation goes no further, and all that it asked for is done. */
export async function runProgram(planner: Planner, program: () => unknown): Promise<void> {
    const { session } = planner;
    const { halt } = session;
    const { stack, project } = session.options;
    // Once the operation has stopped, pending calls never settle, as for a program whose engine is gone.
    const service = monitorService(planner, new Transforms());
    const ended = withLocalStorage(async () => {
        setMockOptions(monitorClient(service), project, stack, session.dryRun, "organization");
        await awaitFeatureSupport();
        await pulumi.runtime.runInPulumiStack(() => {
            // What a module exports are the outputs of the stack.
            return Promise.resolve(program() ?? {});
        });
        await pulumi.runtime.disconnect();
    });
    const checked = ended.catch((error: unknown) => {
        if (halt.why) return;
        session.say(
            "error",
            `the program failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
        halt.stop("invalid");
    });
    await Promise.race([checked, halt.halted]);
    await planner.idle();
}
