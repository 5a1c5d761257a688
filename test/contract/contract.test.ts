// Requests and responses of every endpoint, as one scenario from the first VPC to the last delete. It runs against the
// emulator, or against the address in CLOUDDB_TEST_BASE_URL with the key in CLOUDDB_TEST_API_KEY.
import { identity } from "./rows/identity";
import { logs } from "./rows/logs";
import { replicaSets } from "./rows/replicaSets";
import { forks, serviceChanges, serviceCreation, serviceEnd } from "./rows/services";
import { peerings, vpcEnd, vpcs } from "./rows/vpcs";
import { statements } from "./support/facts";
import { readContract } from "./support/readContract";
import { shownIn } from "./support/recorder";
import { emulated, story } from "./support/story";

beforeAll(() => story.begin());
afterAll(() => story.end());

if (!emulated) jest.setTimeout(60 * 60_000);

for (const rows of [
    ...[identity, vpcs, peerings, serviceCreation, serviceChanges, forks],
    ...[logs, replicaSets, serviceEnd, vpcEnd],
])
    describe(rows.name, rows);

/** Facts that can only be tested on the emulator. */
const emulatedStatements = /oauth|error_message|UNSTABLE|OPTIMIZING|DELETED|= error$|\bapiKey\b|[cC]ursor$/;

it("the table has shown every endpoint, every field and every word of the contract", () => {
    const contract = readContract();
    const shown = shownIn(story.recorder.exchanges, contract);
    const missing = statements(contract).filter((statement) => !shown.has(statement));
    expect(missing.filter((statement) => emulated || !emulatedStatements.test(statement))).toEqual([]);
});
