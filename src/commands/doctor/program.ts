import { visible } from "../../shared/visible";
import type { Declaration, Declarations } from "./declarations";

/** A program that adopts everything that is declared as it is, parents first. */
export function programText({ projectId, declared, omitted }: Declarations): string {
    const parts = [
        'import * as clouddb from "pulumi-clouddb";',
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
