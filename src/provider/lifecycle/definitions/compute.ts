// What services and replica sets have in common: a size, an environment and a pooler. Their planners.
import type { Desired } from "../definition";
import { fromTo, present } from "../step";
import { sizeText, type Environment, type Size } from "./records";

/** An API may round what it shows, or show 2 GB as 1.86 GiB. Two sizes that one can order are further apart. */
const roundingError = 0.08;

/** Whether an amount that a record shows is the wanted one, if not to the digit. */
export const isAmount = (wanted: Size, shown: number | undefined): boolean =>
    wanted === "shared" || shown === undefined || Math.abs(shown - wanted) <= roundingError * wanted;

/** The wanted amount where a record shows that, however rounded; otherwise what it shows. */
export const amountIn = (shown: number | undefined, wanted: Size | undefined): number | undefined =>
    typeof wanted === "number" && shown !== undefined && isAmount(wanted, shown) ? wanted : shown;

interface Compute<Amount extends Size> {
    cpuMillis?: Amount;
    memoryGbs?: Amount;
    environment?: Environment;
    connectionPooler?: boolean;
}

type ObservedCompute<Amount extends Size> = Partial<Omit<Compute<Amount>, "environment"> & { environment: string }>;

export function planEnvironment(observed: ObservedCompute<Size>, { environment }: Desired<Compute<Size>>) {
    if (environment == null || environment === observed.environment) return [];
    const title = `environment ${fromTo(observed.environment, environment)}`;
    const args = { environment };
    return [{ call: "setEnvironment", args, effect: args, title, progress: `setting the ${title}` } as const];
}

export function planSize<Amount extends Size>(observed: ObservedCompute<Amount>, desired: Desired<Compute<Amount>>) {
    const cpuMillis = desired.cpuMillis ?? observed.cpuMillis;
    const memoryGbs = desired.memoryGbs ?? observed.memoryGbs;
    if (cpuMillis === undefined || memoryGbs === undefined) return [];
    if (cpuMillis === observed.cpuMillis && memoryGbs === observed.memoryGbs) return [];
    const size = { cpuMillis, memoryGbs };
    const sizes = fromTo(sizeText(observed.cpuMillis, observed.memoryGbs), sizeText(cpuMillis, memoryGbs));
    const [title, progress] = [`resize ${sizes}`, `resizing ${sizes}`];
    return [{ call: "resize", args: size, effect: size, title, progress } as const];
}

export function planPooler(observed: ObservedCompute<Size>, { connectionPooler }: Desired<Compute<Size>>) {
    if (connectionPooler == null || connectionPooler === (observed.connectionPooler ?? false)) return [];
    return [connectionPooler ? enablePooler : disablePooler];
}

const enablePooler = {
    call: "enablePooler",
    args: {},
    effect: { connectionPooler: true, poolerEndpoint: present },
    title: "pooler on",
    progress: "enabling the pooler",
} as const;

const disablePooler = {
    call: "disablePooler",
    args: {},
    effect: { connectionPooler: false, poolerEndpoint: null },
    title: "pooler off",
    progress: "disabling the pooler",
} as const;
