export * from "./engine";
export * from "./mocks";
