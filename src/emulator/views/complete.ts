/** A record, and the records in it, with every field, though its value may be undefined: a forgotten field does not compile. */
export type Complete<T> = T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? Complete<Item>[]
      : T extends object
        ? { [Field in keyof Required<T>]: Complete<T[Field]> }
        : T;
