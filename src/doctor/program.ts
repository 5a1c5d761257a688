import { visible } from "../config/propertyValues";
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

function declarationText({ definition: { type }, name, variable, args, references, isProtected }: Declaration): string {
    const lines = Object.entries(args).map(([key, value]) => {
        const target = references.get(key);
        return `    ${key}: ${target === undefined ? JSON.stringify(value) : `${target}.id`},\n`;
    });
    const start = `const ${variable} = new clouddb.${type}(`;
    if (!isProtected) return `${start}${JSON.stringify(name)}, {\n${lines.join("")}});`;
    // Pulumi protects it by default as well. Who reads the program sees it here.
    const parts = [JSON.stringify(name), `{\n${lines.join("")}}`, "{ protect: true }"].join(",\n");
    return `${start}\n${parts.replace(/^/gm, "    ")},\n);`;
}
