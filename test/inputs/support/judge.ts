import type { PropertyMap, Stack, Type } from "../../support/inProcess";

/** Arguments with which nothing is wrong; a row of a table says what it has instead. */
export const good: Readonly<Record<Type, PropertyMap>> = {
    Vpc: { cidr: "10.0.0.0/16", regionCode: "us-east-1" },
    Peering: { vpcId: "v", peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "p" },
    PeeringActivation: { peeringId: "v/p" },
    Service: {},
    ReadReplicaSet: { serviceId: "s", nodes: 1, cpuMillis: 500, memoryGbs: 2 },
};

export interface Failure {
    readonly property: string;
    readonly reason: string;
}

/** What `check` finds wrong, as the engine would show it in the preview. */
export async function judge(
    stack: Stack,
    type: Type,
    args: PropertyMap,
    timeouts?: unknown,
): Promise<readonly Failure[]> {
    const news = { ...stack.inputs(type, "thing", {}, timeouts as PropertyMap | undefined), ...good[type], ...args };
    const { failures } = (await stack.provider(type).check({}, news)) as { failures: Failure[] };
    return failures;
}

const texts = (value: unknown): string[] =>
    typeof value === "string"
        ? [value]
        : typeof value === "object" && value !== null
          ? Object.values(value).flatMap(texts)
          : [];

/** The texts of the arguments that a message repeats: any of them may be a secret. */
export const quoted = (args: PropertyMap, failures: readonly Failure[]): string[] => {
    const said = failures.map(({ reason }) => reason).join("\n");
    return texts(args).filter((text) => text.length > 8 && said.includes(text));
};
