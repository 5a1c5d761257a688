// Program and provider in processes of their own, over gRPC, as with a CLI. The engine is in this process.
import { rmSync } from "node:fs";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { systemClock } from "../../../src/shared/clock";
import { isProvider } from "../../../src/engine/model/resource";
import { engineService } from "../../../src/engine/monitor/service";
import { configValue, providerConfig } from "../../../src/engine/config";
import { readProject } from "../../../src/engine/project";
import { serve } from "../../../src/engine/protocol";
import { ProviderHost } from "../../../src/engine/provider/host";
import { programPhase } from "../../../src/engine/run/program";
import { Census } from "../../kills/support/census";
import { type Given, type Host, operate } from "./embedded";
import { type Engine, environmentOf, project as name } from "./operate";
import { declare, shopProject } from "./shopProject";
import type { Time } from "./time";

export async function processes(time: Time): Promise<Engine> {
    const folder = shopProject();
    const project = readProject(folder);
    const census = await Census.take();

    async function host({ config, life, before, emit, ...place }: Given): Promise<Host> {
        const engine = await serve(EngineService, engineService(emit));
        const fast = time.environment();
        const children = {
            engineAddress: engine.address,
            env: {
                ...process.env,
                CI: "",
                ...environmentOf(place),
                ...fast,
                ...(life && census.environment(fast["NODE_OPTIONS"])),
            },
            onLine(message: string, stream: "stdout" | "stderr") {
                const severity = stream === "stdout" ? "info" : "info#err";
                emit({ kind: "diagnostic", diagnostic: { severity, message } });
            },
        };
        const settings = new Map(
            Object.entries(config).map(([key, value]) => [key, configValue({ secret: value })] as const),
        );
        // As with the CLI, a refresh and a destroy use the configuration of the last update.
        const former = before.resources.find((each) => isProvider(each) && !each.delete)?.inputs;
        const provider = new ProviderHost(
            { ...children, dir: project.dir, project: name },
            former ?? providerConfig(settings),
            systemClock,
        );
        const killed = life?.over.then(() => census.kill(census.members()));
        let program: Promise<void> = Promise.resolve();
        return {
            clock: systemClock,
            providerConfig: providerConfig(settings),
            provider,
            program: (planner) => (program = programPhase(planner, { ...children, project, config: settings })),
            async end() {
                if (life?.isOver === true) await killed;
                await program.catch(() => undefined);
                await provider.stop();
                engine.stop();
            },
        };
    }

    return {
        longestMs: 300_000,
        operate(stack, place, task) {
            declare(folder, task);
            return operate(stack, place, task, host);
        },
        async stop() {
            await census.close();
            rmSync(folder, { recursive: true, force: true });
        },
    };
}
