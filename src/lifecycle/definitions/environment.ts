import { environments } from "../../api";

export type Environment = (typeof environments)[number];

/** The tag as the contract writes it, where only the case differs; any other tag stays as it is. */
export const environmentOf = (tag: string | undefined): string | undefined =>
    environments.find((one) => one === tag?.toUpperCase()) ?? tag;
