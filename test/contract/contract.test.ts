// Requests and responses of every endpoint, as one scenario from the first VPC to the last delete. It runs against the
// emulator, or against the address in CLOUDDB_TEST_BASE_URL with the key in CLOUDDB_TEST_API_KEY.
import { successStatus } from "../../src/emulator/http/successStatus";
import { type Endpoint, endpoints } from "../../src/provider/api";
import { parseJson } from "../../src/provider/api/transport";
import { identity } from "./rows/identity";
import { logs } from "./rows/logs";
import { replicaSets } from "./rows/replicaSets";
import { forks, serviceChanges, serviceCreation, serviceEnd } from "./rows/services";
import { peerings, vpcEnd, vpcs } from "./rows/vpcs";
import { statements } from "./support/facts";
import { readContract } from "./support/readContract";
import { matches, shownIn } from "./support/recorder";
import { emulated, emulatedTest, story } from "./support/story";

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

emulatedTest("every success has the status and the form of its endpoint, and the emulator's log says so", () => {
    const log = story.emulator.requests();
    for (const [n, exchange] of story.recorder.exchanges.entries()) {
        const { status, received } = exchange;
        const name = log[n]!.endpoint!;
        expect(log[n]).toMatchObject({ endpoint: name, status });
        const { answer, verb: method, path }: Endpoint = endpoints[name];
        expect(matches({ method, path }, exchange)).toBe(true);
        if (status >= 300) continue;
        expect(status).toBe(successStatus(name));
        if (status === 204 || answer === undefined) expect(received).toBe("");
        else expect(answer.safeParse(parseJson(received))).toMatchObject({ success: true });
    }
});
