import { Child, type LineSink } from "../children/child";
import { sdkScript } from "../provider/process";
import { configEnvironment, type StackConfig } from "./config";
import type { Project } from "./project";

export interface ProgramOptions {
    project: Project;
    stack: string;
    config: StackConfig;
    dryRun: boolean;
    parallel: number;
    monitorAddress: string;
    engineAddress: string;
    env: NodeJS.ProcessEnv;
    onLine: LineSink;
}

/** The organization name that Pulumi uses without a cloud backend. */
const organization = "organization";

/** Runs the program with the SDK's runner, as the CLI's language host does. */
export function startProgram(options: ProgramOptions): Child {
    const { project, stack, config, dryRun, parallel, monitorAddress, engineAddress, env, onLine } = options;
    const flags = {
        monitor: monitorAddress,
        engine: engineAddress,
        organization,
        project: project.name,
        "root-directory": project.root,
        stack,
        pwd: project.dir,
    };
    return new Child({
        nodeArgs: project.nodeArgs,
        args: [
            sdkScript(project.dir, "run"),
            ...Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value]),
            ...(dryRun ? ["--dry-run"] : []),
            "--parallel",
            String(parallel),
            project.entry,
        ],
        cwd: project.dir,
        env: {
            ...env,
            ...configEnvironment(config),
            ...(project.typescript && { PULUMI_NODEJS_TYPESCRIPT: "true" }),
            ...(project.tsconfig && { PULUMI_NODEJS_TSCONFIG_PATH: project.tsconfig }),
        },
        onLine,
    });
}

/** Exit code of the SDK's runner if it has already reported the error. */
export const alreadyReported = 32;
