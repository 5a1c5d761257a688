import { KeptProcesses } from "../../src/engine";
import { ofWorker } from "./ofWorker";

/** For all operations of all files that a worker of Jest runs, so that the SDK is loaded once in each. They exit with the worker. */
export const processes = ofWorker("keptProcesses", () => new KeptProcesses());
