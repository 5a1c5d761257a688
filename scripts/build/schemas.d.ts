/**
 * The types of the schemas in the package's declarations, under the names of zod, of which they are a small part. The build puts
 * them in place of zod's own, which not every compiler setting of a Pulumi project accepts.
 */
export * as z from "./schemas";

/** A schema: validates a value, and returns it with its defaults. */
export interface ZodType<Output = unknown, Input = unknown> {
    readonly _output: Output;
    readonly _input: Input;
    /** @throws Error - if the value is invalid. */
    parse(value: unknown): Output;
    safeParse(value: unknown): { success: true; data: Output } | { success: false; error: Error };
}
export type output<Schema> = Schema extends { readonly _output: infer Output } ? Output : never;
export type input<Schema> = Schema extends { readonly _input: infer Input } ? Input : never;
export { type output as infer };

export interface ZodString extends ZodType<string, string> {}
export interface ZodISODateTime extends ZodType<string, string> {}
export interface ZodNumber extends ZodType<number, number> {}
export interface ZodInt extends ZodType<number, number> {}
export interface ZodBoolean extends ZodType<boolean, boolean> {}
export interface ZodUnknown extends ZodType {}
export interface ZodLiteral<Value> extends ZodType<Value, Value> {}
export interface ZodEnum<Values> extends ZodType<Values[keyof Values], Values[keyof Values]> {}

export interface ZodOptional<Inner> extends ZodType<output<Inner> | undefined, input<Inner> | undefined> {}
export interface ZodNullable<Inner> extends ZodType<output<Inner> | null, input<Inner> | null> {}
export interface ZodDefault<Inner> extends ZodType<Exclude<output<Inner>, undefined>, input<Inner> | undefined> {}
export interface ZodArray<Item> extends ZodType<output<Item>[], input<Item>[]> {}
type RecordOf<Schema, Key, Value> = Schema extends $partial
    ? Partial<Record<Key & string, Value>>
    : Record<Key & string, Value>;
export interface ZodRecord<Key, Value> extends ZodType<
    RecordOf<Key, output<Key>, output<Value>>,
    RecordOf<Key, input<Key>, input<Value>>
> {}
export interface ZodUnion<Options extends readonly unknown[]> extends ZodType<
    output<Options[number]>,
    input<Options[number]>
> {}
export interface ZodDiscriminatedUnion<
    Options extends readonly unknown[],
    _Discriminator = string,
> extends ZodUnion<Options> {}
export interface ZodTransform<Output, Input> extends ZodType<Output, Input> {}
export interface ZodPipe<From, To> extends ZodType<output<To>, input<From>> {}
export interface ZodPreprocess<Inner, Input = unknown> extends ZodType<output<Inner>, Input> {}

/** Keys whose value may be undefined are optional. */
type Optional<Values> = { [Key in keyof Values]: undefined extends Values[Key] ? Key : never }[keyof Values];
type Fields<Values> = { [Key in Exclude<keyof Values, Optional<Values>>]: Values[Key] } & {
    [Key in Optional<Values>]?: Values[Key];
};
type Flat<Type> = { [Key in keyof Type]: Type[Key] };
export interface ZodObject<
    Shape = Record<string, unknown>,
    Config extends { readonly rest: unknown } = $strip,
> extends ZodType<
    Flat<Fields<{ -readonly [Key in keyof Shape]: output<Shape[Key]> }>> & Config["rest"],
    Flat<Fields<{ -readonly [Key in keyof Shape]: input<Shape[Key]> }>> & Config["rest"]
> {
    readonly shape: Shape;
}

/** What an object does with keys that it does not know. */
export interface $strip {
    readonly rest: unknown;
}
export interface $strict {
    readonly rest: unknown;
}
export interface $loose {
    readonly rest: Record<string, unknown>;
}
/** Of the keys of a record: a value may be missing. */
export interface $partial {
    readonly partial: true;
}
export interface $ZodIssue {
    readonly code?: string;
    readonly path: PropertyKey[];
    readonly message: string;
}
export * as core from "./schemas";
