// Requests and responses of every endpoint, as one scenario from the first VPC to the last delete. It runs against the
// emulator, or against the address in CLOUDDB_TEST_BASE_URL with the key in CLOUDDB_TEST_API_KEY.
import { identityRows } from "./rows/identity";
import { logRows } from "./rows/logs";
import { replicaSetRows } from "./rows/replicaSets";
import { forkRows, serviceCreationRows, serviceChangeRows, serviceEndRows } from "./rows/services";
import { peeringRows, vpcEndRows, vpcRows } from "./rows/vpcs";
import { statements } from "./support/facts";
import { readContract } from "./support/readContract";
import { shownIn } from "./support/recorder";
import type { Row } from "./support/row";
import { beginStory, emulated, type Story } from "./support/story";

const table: Readonly<Record<string, readonly Row[]>> = {
    identity: identityRows,
    VPCs: vpcRows,
    peerings: peeringRows,
    "creating services": serviceCreationRows,
    "changes of services": serviceChangeRows,
    forks: forkRows,
    logs: logRows,
    "read replica sets": replicaSetRows,
    "the end of services": serviceEndRows,
    "the end of VPCs": vpcEndRows,
};

let story: Story;
beforeAll(async () => {
    story = await beginStory();
});
afterAll(() => story.end());

if (!emulated) jest.setTimeout(60 * 60_000);

describe.each(Object.entries(table))("%s", (_, rows) => {
    it.each(rows.filter(({ emulatedOnly }) => emulated || !emulatedOnly))("$says", ({ run }) => run(story));
});

/** Facts that can only be tested on the emulator. */
const emulatedStatements = /oauth|error_message|UNSTABLE|OPTIMIZING|DELETED|= error$|\bapiKey\b|[cC]ursor$/;

it("the table has shown every endpoint, every field and every word of the contract", () => {
    const contract = readContract();
    const shown = shownIn(story.recorder.exchanges, contract);
    const missing = statements(contract).filter((statement) => !shown.has(statement));
    expect(missing.filter((statement) => emulated || !emulatedStatements.test(statement))).toEqual([]);
});
