// Compares the contract document with the table of endpoints: nothing is missing, and everything beyond the document is
// an assumption (docs/assumptions.md).
import { statements } from "./support/facts";
import { contractText, readContract } from "./support/readContract";
import { readSchemas } from "./support/readSchemas";

const missing = (text = contractText) => {
    const said = new Set(statements(readSchemas(), true));
    return statements(readContract(text), true).filter((statement) => !said.has(statement));
};

const service = "/projects/{project_id}/services/{service_id}";
const set = `${service}/replicaSets/{replica_set_id}`;

const assumed = [
    `POST ${service}/detachFromVPC.vpc_id`,
    `POST ${service}/resize.cpu_millis = shared`,
    `POST ${service}/resize.memory_gbs = shared`,
    `POST ${service}/replicaSets.name`,
    `POST ${service}/replicaSets.nodes`,
    `POST ${service}/replicaSets.cpu_millis`,
    `POST ${service}/replicaSets.memory_gbs`,
    `POST ${set}/resize.cpu_millis`,
    `POST ${set}/resize.cpu_millis = shared`,
    `POST ${set}/resize.memory_gbs`,
    `POST ${set}/resize.memory_gbs = shared`,
    `POST ${set}/setEnvironment.environment`,
    `POST ${set}/setEnvironment.environment = DEV`,
    `POST ${set}/setEnvironment.environment = PROD`,
    // In any case: an API may write the words of the calls its own way.
    ...["Service", "ReadReplicaSet"].flatMap((type) =>
        ["DEV", "PROD"].map((word) => `${type}.metadata.environment = ${word}`),
    ),
];

describe("the table of endpoints", () => {
    it("says all that the contract says", () => {
        expect(missing()).toEqual([]);
        expect(readContract().endpoints).toHaveLength(readSchemas().endpoints.length);
    });

    it("says no more than that, but for what is assumed", () => {
        const contract = new Set(statements(readContract()));
        expect(statements(readSchemas()).filter((statement) => !contract.has(statement))).toEqual(assumed);
    });

    it("is held against what is really in the document", () => {
        const { endpoints, types } = readContract();
        expect(endpoints).toHaveLength(34);
        expect(statements({ endpoints, types: {} }).length).toBeGreaterThan(70);
        expect(statements({ endpoints: [], types }).length).toBeGreaterThan(100);
    });
});

test.each<[string, string, string, string[]]>([
    ["another answer", "none | Array of Vpc.", "none | Vpc.", ["GET /projects/{project_id}/vpcs gives Vpc"]],
    [
        "a field",
        "| cidr | string |",
        "| colour? | string | |\n| cidr | string |",
        ["Vpc.colour", "Vpc.colour may be there"],
    ],
    ["a status", "`RESUMING`, `UPGRADING`", "`RESUMING`, `SLEEPING`, `UPGRADING`", ["Service.status = SLEEPING"]],
])("a contract that says something else is noticed: %s", (_, words, others, noticed) => {
    expect(contractText.split(words).length).toBeGreaterThan(1);
    expect(missing(contractText.replace(words, others))).toEqual(noticed);
});
