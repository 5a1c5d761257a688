import * as struct from "google-protobuf/google/protobuf/struct_pb";

export type PropertyMap = Readonly<Record<string, unknown>>;

export const toStruct = (bag: PropertyMap): struct.Struct =>
    struct.Struct.fromJavaScript(bag as Parameters<typeof struct.Struct.fromJavaScript>[0]);

export const fromStruct = (message: struct.Struct | undefined): PropertyMap => (message ? message.toJavaScript() : {});

const secretForm = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
type Marked = typeof secretForm & { readonly value: unknown };

/** Whether a property is marked as a secret, in Pulumi's own form. */
export const isMarked = (value: unknown): value is Marked =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(secretForm).every(([key, is]) => (value as PropertyMap)[key] === is);

/** As the engine sends a bag to a dynamic provider, which takes no marks: every secret in plain. */
export const unmarked = (bag: PropertyMap): PropertyMap =>
    Object.fromEntries(Object.entries(bag).map(([key, value]) => [key, isMarked(value) ? value.value : value]));
