import { randomInt } from "node:crypto";

// Letters and digits only, so that no shell, URL or connection string ever has to quote one; without those that look alike.
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const length = 32;

/** A strong new password. */
export const generatePassword = (): string =>
    Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
