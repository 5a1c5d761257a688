/** Does not compile while the type names anything: the compiler's error then says what has been forgotten. */
export const nothingLeft = <Left extends never>(left?: Left): Left | undefined => left;
