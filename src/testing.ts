export * from "./engine";
export { cloudDbMocks, type CloudDbMocksOptions } from "./program/mocks/cloudDbMocks";
export type { ExistingRecords } from "./program/mocks/resources";
