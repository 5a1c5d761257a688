// `pulumi-clouddb/native`: the same names for a program whose resources the native provider manages.
export type { Login } from "./program/components/arguments";
export * from "./program/components/native";
export { expiredPreviewForks } from "./program/components/previewFork";
export * from "./program/functions/native";
export * from "./program/resources/common";
export * from "./program/resources/native";
export type { SslMode } from "./shared/connectionUrl";
export type { ConnectionStringArgs } from "./program/resources/connectionString";
