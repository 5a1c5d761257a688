import { visible } from "../../shared/visible";
import type { Declaration, Declarations } from "./declarations";

/** A program that adopts everything that is declared as it is, parents first. @param native - whether by the native provider. */
export function programText({ projectId, declared, omitted }: Declarations, native = false): string {
    const parts = [
        `import * as clouddb from "pulumi-clouddb${native ? "/native" : ""}";`,
        comment(`From project ${projectId}.`),
        ...declared.map(declarationText),
        ...omitted.map(({ what, why }) => comment(`Not adopted: ${what}: ${why}`)),
    ];
    return `${parts.join("\n\n")}\n`;
}

const comment = (text: string): string => `// ${visible(text)}`;

function declarationText({ definition: { type }, name, variable, args, references }: Declaration): string {
    const lines = Object.entries(args).map(([key, value]) => {
        const target = references.get(key);
        return `    ${key}: ${target === undefined ? JSON.stringify(value) : `${target}.id`},\n`;
    });
    return `const ${variable} = new clouddb.${type}(${JSON.stringify(name)}, {\n${lines.join("")}});`;
}
