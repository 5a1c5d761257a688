// A command of the real CLI that can be killed with its process group, as a terminal that closes, or a shell, does it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { killWhoIsIn, pulumiEnvironment } from "../../e2e/support/cli";

interface Ending {
    readonly code: number | null;
    readonly printed: string;
}

/** A `pulumi` that runs. */
export interface CliRun {
    readonly ended: Promise<Ending>;
    /** Signals the CLI's process group. The provider is not part of it, since it has its own group. */
    signal(name: NodeJS.Signals): void;
    /** Sends ^C for every line of output until this text is printed, since the CLI loses a signal while it is busy. */
    interruptUntil(text: string): Promise<void>;
}

export class Cli {
    readonly #env: NodeJS.ProcessEnv;

    constructor(
        private readonly folder: string,
        environment: Readonly<Record<string, string>>,
    ) {
        this.#env = pulumiEnvironment(folder, environment);
    }

    /** A killed CLI leaves its language host running. */
    close(): void {
        killWhoIsIn(this.folder);
    }

    /** @throws Error where it fails. */
    async must(...args: string[]): Promise<void> {
        const { code, printed } = await this.start(...args).ended;
        if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}: ${printed}`);
    }

    start(...args: string[]): CliRun {
        const child = spawn("pulumi", ["--non-interactive", ...args], {
            cwd: this.folder,
            env: this.#env,
            stdio: ["ignore", "pipe", "pipe"],
            detached: true,
        });
        const printed: string[] = [];
        for (const stream of [child.stdout, child.stderr])
            stream.setEncoding("utf8").on("data", (text: string) => {
                printed.push(text);
                child.emit("printed");
            });
        const ended = new Promise<Ending>((resolve, reject) => {
            child.once("error", reject);
            child.once("close", (code) => resolve({ code, printed: printed.join("") }));
        });
        return {
            ended,
            signal: (name) => void process.kill(-child.pid!, name),
            async interruptUntil(text) {
                while (!printed.join("").includes(text)) {
                    process.kill(-child.pid!, "SIGINT");
                    await once(child, "printed");
                }
            },
        };
    }
}
