// How the API at hand differs from the contract, as far as its answers show.
import type { AnswerOddity, Client, RecordList } from "../../provider/api";
import { ApiError } from "../../provider/api";

/** One field of one endpoint that differs, however many records show it. */
export interface Difference {
    /** `GET /projects/{project_id}/services`. */
    readonly endpoint: string;
    /** In the API's names; empty for the answer itself. */
    readonly field: string;
    readonly expected: string;
    /** What was found first. */
    readonly found: string;
    /** How the provider reads it. */
    readonly counts: AnswerOddity["counts"];
    readonly times: number;
}

export interface ContractReport {
    /** Number of answers that were read. */
    readonly answers: number;
    readonly differences: readonly Difference[];
    /** Calls without an answer that can be read, each with the reason. */
    readonly failures: readonly string[];
}

/** Notes what differs, and puts together what differs in the same way. */
export class Differences {
    readonly #byField = new Map<string, Difference>();

    readonly note = ({ method, endpoint, path, expected, found, counts }: AnswerOddity): void => {
        const key = JSON.stringify([method, endpoint, path, counts]);
        const { times, ...first } = this.#byField.get(key) ?? {
            endpoint: `${method} ${endpoint}`,
            field: path,
            expected,
            found,
            counts,
            times: 0,
        };
        this.#byField.set(key, { ...first, times: times + 1 });
    };

    all(): Difference[] {
        return [...this.#byField.values()];
    }
}

/** Reads everything in a project once. Sends GET requests only. @param differences - what notes the answers of the client. */
export async function readEverything(
    client: Client,
    projectId: string,
    differences: Differences,
): Promise<ContractReport> {
    let answers = 0;
    const failures: string[] = [];
    /** One failure stops nothing. */
    const read = async <T>(call: Promise<T>): Promise<T | undefined> => {
        try {
            const answer = await call;
            answers++;
            return answer;
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            failures.push(error.message);
            return undefined;
        }
    };
    const list = async <T>(call: Promise<RecordList<T>>): Promise<readonly T[]> => {
        const { records = [], unreadable = [] } = (await read(call)) ?? {};
        failures.push(...unreadable.map(({ error }) => error.message));
        return records;
    };
    await read(client.identity.whoami());
    await list(client.identity.projects());
    const [vpcs, services] = await Promise.all([
        list(client.vpcs.list({ projectId })),
        list(client.services.list({ projectId })),
    ]);
    await Promise.all(
        vpcs.map(async ({ id: vpcId }) => {
            await read(client.vpcs.get({ projectId, vpcId }));
            const peerings = await list(client.peerings.list({ projectId, vpcId }));
            await Promise.all(peerings.map(({ id }) => read(client.peerings.get({ projectId, vpcId, peeringId: id }))));
        }),
    );
    await Promise.all(
        services.map(async ({ serviceId }) => {
            await read(client.services.get({ projectId, serviceId }));
            await list(client.replicaSets.list({ projectId, serviceId }));
            await read(client.services.logs({ projectId, serviceId }));
        }),
    );
    return { answers, differences: differences.all(), failures };
}

const meanings: Readonly<Record<Difference["counts"], string>> = {
    "as meant": "is read as what it means",
    "as unknown": "is kept as it is",
    "as absent": "counts as not shown",
    "as unreadable": "cannot be read, and counts as not shown",
};

export const differenceText = ({ endpoint, field, expected, found, counts, times }: Difference): string =>
    `${endpoint}: ${field === "" ? "the body" : field} is ${found}, not ${expected}: ${meanings[counts]} (${times === 1 ? "once" : `${times} times`})`;

/** For people. It contains no name and no id of a resource, except in failures. */
export function contractText({ answers, differences, failures }: ContractReport): string {
    const lines = differences.map(differenceText);
    const read = `${answers} answers read`;
    const nothing = failures.length > 0 ? [] : ["no difference from the contract"];
    const found = lines.length === 0 ? nothing : [`${lines.length} differences from the contract`];
    return [...lines, ...failures.map((failure) => `not read: ${failure}`), [read, ...found].join(": "), ""].join("\n");
}

export const contractExitCode = ({ differences, failures }: ContractReport): number =>
    failures.length > 0 ? 2 : differences.length > 0 ? 1 : 0;
