// The entry of the native provider's process. The engine starts it, and reads the port from standard output.
import { readFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "../../shared/clock";
import { dist, version } from "../../shared/packageRoot";
import { runtimeOfProcess } from "../dynamic/providerRuntime";
import { Cancellation } from "./cancellation";
import { createHost } from "./host";
import { serve } from "./protocol";

const cancellation = new Cancellation();
const runtime = runtimeOfProcess(cancellation.clock(systemClock), () => cancellation.assertNone());
const schema = () => readFileSync(path.join(dist, "plugin", "schema.json"), "utf8");

void serve(createHost({ runtime, cancel: () => cancellation.cancel(), version, schema })).then(({ port }) =>
    process.stdout.write(`${port}\n`),
);
