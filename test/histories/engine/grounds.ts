// What runs the operations of a history.
import { Bench } from "./bench";
import { cli } from "./cli";
import { processes } from "./processes";
import { fastTime } from "./time";

export const grounds = ["inProcess", "processes", "cli"] as const;
/** All in this process; program and provider in processes; the Pulumi CLI. */
export type Ground = (typeof grounds)[number];

export async function benchOn(ground: Ground): Promise<Bench> {
    if (ground === "inProcess") return Bench.start();
    const time = fastTime();
    return Bench.start(time, await (ground === "cli" ? cli(time) : processes(time)));
}
