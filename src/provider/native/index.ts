// The entry of the native provider's process. The engine starts it, and reads the port from standard output.
import { readFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "../../shared/clock";
import { dist, version } from "../../shared/packageRoot";
import { engineAt } from "../dynamic/engineConnection";
import { OtherProcesses } from "../dynamic/otherProcesses";
import { ProviderRuntime } from "../dynamic/providerRuntime";
import { Cancellation } from "./cancellation";
import { createHost } from "./host";
import { serve } from "./protocol";

const address = process.argv[2];
const { log, assertAlive } = engineAt(address);
const others = address === undefined ? undefined : new OtherProcesses(address, (text) => log.debug(undefined, text));
const cancellation = new Cancellation();
const beforeMutation = async () => {
    cancellation.assertNone();
    await assertAlive();
};
const runtime = new ProviderRuntime(cancellation.clock(systemClock), log, process.env, beforeMutation, others);
const schema = () => readFileSync(path.join(dist, "plugin", "schema.json"), "utf8");

void serve(createHost({ runtime, cancel: () => cancellation.cancel(), version, schema })).then(({ port }) =>
    process.stdout.write(`${port}\n`),
);
