import { KeptProcesses } from "../../src/engine";

/** For all operations of a file of tests; ended with it. */
export const processes = new KeptProcesses();
afterAll(() => processes.end());
