// docs/guides/troubleshooting.md: every message in it is one of the source, and every error that the source throws is in it.
import path from "node:path";
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { root, textOf } from "./support/pages";

const folders = [
    "program/resources",
    "program/functions",
    "provider",
    "emulator/postgres",
    "commands/doctor",
    "commands/drill",
    "commands/sweep",
];

/** A text expression, with `…` for what is computed. */
function written(node: ts.Expression): string {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (ts.isTemplateExpression(node))
        return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
        return written(node.left) + written(node.right);
    if (ts.isParenthesizedExpression(node)) return written(node.expression);
    return "…";
}

const texts = new Set<string>();
const thrown = new Set<string>();
for (const folder of folders)
    for (const file of readdirSync(path.join(root, "src", folder), { recursive: true, encoding: "utf8" })) {
        if (!file.endsWith(".ts")) continue;
        const source = readFileSync(path.join(root, "src", folder, file), "utf8");
        const visit = (node: ts.Node): void => {
            if (ts.isExpression(node)) {
                const text = written(node);
                if (/[\w"]/.test(text)) texts.add(text);
            }
            if (ts.isNewExpression(node) && /^(User|Type)Error$/.test(node.expression.getText())) {
                const [message] = node.arguments ?? [];
                if (message !== undefined) thrown.add(written(message));
            }
            ts.forEachChild(node, visit);
        };
        visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
    }

const [ours = ""] = textOf("docs/guides/troubleshooting.md").split("## Messages of Pulumi itself");
const messages = [...ours.matchAll(/^\| (?!message |-+ )(.+?) +\|/gm)].map(([, message]) => message!);

/** The parts of a message that are always the same. */
const fixed = (message: string) =>
    message
        .split("…")
        .map((part) => part.trim())
        .filter((part) => /\w{2}/.test(part));

test("there are messages of both kinds", () => {
    expect(messages.length).toBeGreaterThan(60);
    expect(thrown.size).toBeGreaterThan(40);
});

test.each(messages)("%s", (message) => {
    const parts = fixed(message);
    expect(parts.join("").length).toBeGreaterThan(6);
    const all = [...texts].filter((text) => parts.every((part) => text.includes(part)));
    expect(all).not.toEqual([]);
});

/** Not for users: of programs that call the client, which have the type in front of them. */
const ofTheClient = /^(maxConcurrency|requestTimeout) must be /;

test.each([...thrown].filter((message) => fixed(message).join("").length > 10 && !ofTheClient.test(message)))(
    "the page explains: %s",
    (message) => {
        const longest = Math.max(...fixed(message).map(({ length }) => length));
        /** Long enough to be no other message's. */
        const telling = (part: string) => part.length >= Math.min(longest, 11);
        const own = messages.flatMap(fixed).filter(telling);
        const said = fixed(message)
            .filter(telling)
            .filter((part) => own.some((one) => part.startsWith(one) || one.startsWith(part)));
        expect(said).not.toEqual([]);
    },
);
