// The doc comments of the arguments and outputs of the resources' classes. Their sentences have a form: the tables of docs/resources.md
// are made of them.
"use strict";
const { readdirSync, readFileSync } = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

/** The sentences that a cell of their own shows, or another page, by how they begin. All others are the meaning. */
const kinds = {
    default: /^Default: /,
    example: /^Example: /,
    change: /^(Changes in place|A change replaces|Only used at creation)\b/,
    removal: /^Removing the argument /,
    known: /^(Known|Otherwise known)\b/,
    api: /^API: /,
};

/** The sentences of a text; a stop within code ends none. */
function sentencesOf(text) {
    const sentences = [];
    for (const part of text.split(/(?<=[.?!]\)?) (?=[A-Z`])/)) {
        const last = sentences.at(-1);
        if (last !== undefined && last.split("`").length % 2 === 0) sentences[sentences.length - 1] = `${last} ${part}`;
        else sentences.push(part);
    }
    return sentences;
}

/** A doc comment by kinds of sentences. The meaning is in the first paragraph; what follows is shown by editors and the reference only. */
function entryOf(comment) {
    const paragraphs = comment.split(/\n\s*\n/).map((one) => sentencesOf(one.replace(/\s+/g, " ").trim()));
    const kindOf = (sentence) => Object.keys(kinds).find((kind) => kinds[kind].test(sentence));
    const all = paragraphs.flat();
    const said = (kind) => all.filter((sentence) => kindOf(sentence) === kind);
    const value = (kind) => said(kind).map((sentence) => sentence.replace(kinds[kind], "").replace(/\.$/, ""))[0];
    return {
        meaning: paragraphs[0].filter((sentence) => kindOf(sentence) === undefined).join(" "),
        default: value("default"),
        example: value("example"),
        change: said("change")[0],
        removal: said("removal")[0],
        known: said("known").join(" ") || undefined,
    };
}

/** The text of the doc comment of a declaration; empty where there is none. */
const commentOf = (declaration) =>
    declaration.jsDoc === undefined ? "" : (ts.getTextOfJSDocComment(declaration.jsDoc.at(-1).comment) ?? "");

/** Its classes have the names, the properties and the comments of those that they extend. */
const ofTheNativeProvider = "native.ts";

/** The classes, interfaces and type aliases in src/program/resources, by their names. */
function declarationsIn(root) {
    const folder = path.join(root, "src", "program", "resources");
    const files = readdirSync(folder).filter((file) => file !== ofTheNativeProvider);
    const statements = files.flatMap((file) => {
        const text = readFileSync(path.join(folder, file), "utf8");
        return [...ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements];
    });
    const kinds = [ts.isInterfaceDeclaration, ts.isClassDeclaration, ts.isTypeAliasDeclaration];
    const types = statements.filter((one) => kinds.some((isOne) => isOne(one)));
    return new Map(types.map((one) => [one.name.text, one]));
}

const isStatic = (member) => member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;

/** The properties that a class or an interface itself declares. */
const propertiesOf = ({ members = [] }) =>
    members.filter((one) => ts.isPropertySignature(one) || (ts.isPropertyDeclaration(one) && !isStatic(one)));

/** The documented members of each class and interface in src/program/resources, by their names. */
function docComments(root) {
    const types = [...declarationsIn(root)].filter(([, one]) => one.members !== undefined);
    const entriesOf = (one) => propertiesOf(one).map((member) => [member.name.getText(), entryOf(commentOf(member))]);
    return new Map(types.map(([name, one]) => [name, Object.fromEntries(entriesOf(one))]));
}

module.exports = { commentOf, declarationsIn, docComments, propertiesOf, sentencesOf };
