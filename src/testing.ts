export * from "./engine";
export { cloudDbMocks, type CloudDbMocksOptions } from "./mocks/cloudDbMocks";
export type { ExistingRecords } from "./mocks/resources";
