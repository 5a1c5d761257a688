import * as struct from "google-protobuf/google/protobuf/struct_pb";

export type Bag = Readonly<Record<string, unknown>>;

export const toStruct = (bag: Bag): struct.Struct =>
    struct.Struct.fromJavaScript(bag as Parameters<typeof struct.Struct.fromJavaScript>[0]);

export const fromStruct = (message: struct.Struct | undefined): Bag => (message ? message.toJavaScript() : {});
