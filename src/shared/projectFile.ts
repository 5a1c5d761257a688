import { statSync } from "node:fs";
import path from "node:path";

/** The project file that the CLI finds from a directory upwards: the nearest one. */
export function findProjectFile(directory: string): string | undefined {
    const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    const file = ["json", "yaml", "yml"].map((extension) => path.join(directory, `Pulumi.${extension}`)).find(isFile);
    const parent = path.dirname(directory);
    return file ?? (parent === directory ? undefined : findProjectFile(parent));
}
