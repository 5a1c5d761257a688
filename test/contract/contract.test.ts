// Every endpoint of the contract: what it takes, what it gives, as one story from the first VPC to the last delete. It is
// told to the emulator, or to any address that CLOUDDB_TEST_BASE_URL and CLOUDDB_TEST_API_KEY name.
import { identityRows } from "./rows/identity";
import { logRows } from "./rows/logs";
import { replicaSetRows } from "./rows/replicaSets";
import { forkRows, serviceBirthRows, serviceChangeRows, serviceEndRows } from "./rows/services";
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
    "the birth of services": serviceBirthRows,
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

/** What only the emulator can be brought to show. */
const emulatedStatements = /oauth|error_message|UNSTABLE|OPTIMIZING|DELETED|= error$|\bapiKey\b|[cC]ursor$/;

it("the table has shown every endpoint, every field and every word of the contract", () => {
    const contract = readContract();
    const shown = shownIn(story.recorder.exchanges, contract);
    const missing = statements(contract).filter((statement) => !shown.has(statement));
    expect(missing.filter((statement) => emulated || !emulatedStatements.test(statement))).toEqual([]);
});
