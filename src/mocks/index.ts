export { cloudDbMocks } from "./cloudDbMocks";
export type { CloudDbMocksOptions } from "./options";
export type { ExistingRecords } from "./resources";
