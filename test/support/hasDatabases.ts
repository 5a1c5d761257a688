import { withDatabases } from "../emulator/postgres/support/stage";

/** Whether the packages that the emulator's databases need are installed. */
export const hasDatabases = withDatabases === describe;
