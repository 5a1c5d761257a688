// The steps that services and read replica sets have in common.
import type { Desired } from "../definition";
import { present } from "../step";
import { type Environment, type Size, sizeText } from "./records";

interface Compute<Amount extends Size> {
    cpuMillis?: Amount;
    memoryGbs?: Amount;
    environment?: Environment;
    connectionPooler?: boolean;
}

type Observed<Amount extends Size> = Partial<Omit<Compute<Amount>, "environment"> & { environment: string }>;

export const setEnvironment = (observed: Observed<Size>, { environment }: Desired<Compute<Size>>) =>
    environment == null || environment === observed.environment
        ? []
        : [
              {
                  call: "setEnvironment",
                  args: { environment },
                  effect: { environment },
                  title: `environment ${observed.environment ?? "?"} -> ${environment}`,
                  progress: `setting the environment to ${environment}`,
              } as const,
          ];

export function resize<Amount extends Size>(observed: Observed<Amount>, desired: Desired<Compute<Amount>>) {
    const cpuMillis = desired.cpuMillis ?? observed.cpuMillis;
    const memoryGbs = desired.memoryGbs ?? observed.memoryGbs;
    if (cpuMillis === undefined || memoryGbs === undefined) return [];
    if (cpuMillis === observed.cpuMillis && memoryGbs === observed.memoryGbs) return [];
    const size = { cpuMillis, memoryGbs };
    const to = sizeText(cpuMillis, memoryGbs);
    return [
        { call: "resize", args: size, effect: size, title: `resize to ${to}`, progress: `resizing to ${to}` } as const,
    ];
}

export function switchPooler(observed: Observed<Size>, { connectionPooler }: Desired<Compute<Size>>) {
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
