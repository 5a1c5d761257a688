export { cloudDbMocks } from "./cloudDbMocks";
export type { CloudDbMocksOptions, ExistingRecords } from "./options";
