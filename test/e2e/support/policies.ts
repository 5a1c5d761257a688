import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../docs/support/pages";
import { loaded } from "./automationStub";
import { compiled } from "./shell";

interface Policy {
    readonly name: string;
    readonly configSchema?: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
    readonly validateResource: (args: object, report: (message: string) => void) => void;
}

/** The folder of the example's policy pack. */
export const policyPack = path.join(root, "examples", "policy-pack", "policies");

/** The policies of the pack. */
export const policies: readonly Policy[] = policiesOf(readFileSync(path.join(policyPack, "index.ts"), "utf8"));

function policiesOf(program: string): readonly Policy[] {
    let all: readonly Policy[] = [];
    function PolicyPack(_name: string, args: { readonly policies: readonly Policy[] }): void {
        all = args.policies;
    }
    loaded(compiled(program), { "@pulumi/policy": { PolicyPack } });
    return all;
}

/** The policies of the pack that a resource violates, with their default configuration or this one. */
export function violationsOf(type: string, props: object, config: object = {}): string[] {
    const violated = new Set<string>();
    for (const { name, configSchema, validateResource } of policies) {
        const defaults = Object.entries(configSchema?.properties ?? {}).map(([key, one]) => [key, one.default]);
        const getConfig = () => ({ ...(Object.fromEntries(defaults) as object), ...config });
        validateResource({ type, props, getConfig }, () => violated.add(name));
    }
    return [...violated];
}
