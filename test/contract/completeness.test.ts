// Compares the contract document with the table of endpoints: nothing is missing, and everything beyond the document is
// an assumption (docs/assumptions.md).
import { forms, statements } from "./support/facts";
import { contractText, readContract } from "./support/readContract";
import { readSchemas } from "./support/readSchemas";
import { shownIn } from "./support/recorder";

const missing = (text = contractText) => {
    const [contract, schemas] = [readContract(text), readSchemas()];
    const said = new Set([...statements(schemas), ...forms(schemas)]);
    return [...statements(contract), ...forms(contract)].filter((statement) => !said.has(statement));
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

describe("a contract that says something else is noticed:", () => {
    const listVpcs = "| GET | /projects/{project_id}/vpcs | none | Array of Vpc. |";
    const metrics = "{ memory_mb? (number), milli_cpu? (number)";
    const forecasts = `GET ${service}/forecasts`;

    it.each<[string, string, string, string[]]>([
        [
            "an endpoint",
            listVpcs,
            `${listVpcs}\n| GET | ${service}/forecasts | none | Array of Service. |`,
            [forecasts, `${forecasts} gives a list of Service`],
        ],
        [
            "another answer",
            listVpcs,
            listVpcs.replace("Array of Vpc", "Vpc"),
            [`GET /projects/{project_id}/vpcs gives Vpc`],
        ],
        [
            "a field",
            "| cidr | string |",
            "| colour? | string | |\n| cidr | string |",
            ["Vpc.colour", "Vpc.colour may be there"],
        ],
        ["a field that must be there", "| metrics? |", "| metrics |", ["Service.metrics must be there"]],
        [
            "a field within a field",
            metrics,
            `${metrics}, io_ops (number)`,
            ["Service.metrics.io_ops", "Service.metrics.io_ops must be there"],
        ],
        [
            "a field of a body",
            "| replica_count | number | no |",
            "| replica_count | number | yes |",
            ["POST /projects/{project_id}/services.replica_count must be there"],
        ],
        [
            "a parameter",
            "| node | number, minimum 0 |",
            "| nodes | number, minimum 0 |",
            [`GET ${service}/logs.nodes`, `GET ${service}/logs.nodes may be there`],
        ],
        ["a status", "`RESUMING`, `UPGRADING`", "`RESUMING`, `SLEEPING`, `UPGRADING`", ["Service.status = SLEEPING"]],
        [
            "a status of a set",
            "`creating`, `active`",
            "`creating`, `waiting`, `active`",
            ["ReadReplicaSet.status = waiting"],
        ],
        [
            "a word to take",
            "`time-series` or `ai`",
            "`time-series` or `graph`",
            ["POST /projects/{project_id}/services.addons = graph"],
        ],
    ])("%s", (_, words, others, noticed) => {
        expect(contractText.split(words).length).toBeGreaterThan(1);
        expect(missing(contractText.replace(words, others))).toEqual(noticed);
    });
});

it("a run that leaves something out has not shown it", () => {
    const exchange = {
        method: "GET",
        path: "/projects/p/services/s/replicaSets",
        query: new URLSearchParams(),
        sent: "",
        status: 200,
        received: JSON.stringify([{ id: "r", status: "active", endpoint: { host: "h" }, colour: "red" }]),
    };
    expect([...shownIn([exchange, { ...exchange, status: 404, path: "/projects" }], readContract())]).toEqual([
        "GET /projects/{project_id}/services/{service_id}/replicaSets",
        "ReadReplicaSet.id",
        "ReadReplicaSet.id = r",
        "ReadReplicaSet.status",
        "ReadReplicaSet.status = active",
        "ReadReplicaSet.endpoint",
        "Endpoint.host",
        "Endpoint.host = h",
    ]);
});
