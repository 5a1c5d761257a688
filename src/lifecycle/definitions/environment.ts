import { environments } from "../../api";

/** The tag in our words: one that is ours in another case is ours, and any other stays as it is. */
export const environmentOf = (tag: string | undefined): string | undefined =>
    environments.find((one) => one === tag?.toUpperCase()) ?? tag;
