import { rename, writeFile } from "node:fs/promises";

/** Writes a file for its owner only, such that a reader finds the text of before or the new one, and never a part. */
export async function replaceFile(file: string, text: string): Promise<void> {
    const draft = `${file}.${process.pid}.draft`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
}
