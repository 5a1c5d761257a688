// The suites that start processes, and so need dist/: `npm run test:unit` leaves them out. What takes longest is first, as
// `npm test` begins with it, so that no worker is left with a long suite at the end.
"use strict";

module.exports = [
    "test/package/",
    "test/e2e/examples",
    "test/kills/",
    "test/conformance/",
    "test/histories/processes",
    "test/e2e/",
    "test/canaries/",
    "test/engine/crash",
    "test/engine/deploy",
    "test/engine/cli",
    "test/protocol/",
    "test/credentials/engines",
    "test/engine/programs",
    "test/engine/plainErrors",
    "test/engine/importable",
    "test/engine/atomicFile",
    "test/doctor/cli",
    "test/doctor/program",
    "test/emulator/cli",
    "test/emulator/docs",
    "test/functions/outputs",
    "test/resources/connectionString",
    "test/resources/mocks",
    "test/inputs/newerState",
    "test/state/shapes",
    "test/docs/testing",
];
