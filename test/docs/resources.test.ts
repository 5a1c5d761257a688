// docs/resources.md: its tables are those of the definitions and of the doc comments, and what the comments say of ranges and give as
// examples is what the provider accepts.
import { z } from "zod";
import { definitions } from "../../src/provider/lifecycle";
import { cellsOf, exampleOf } from "./support/examples";
import { textOf } from "./support/pages";

const { withResourceTables } = jest.requireActual<{
    withResourceTables: (page: string, of: typeof definitions) => string;
}>("../../scripts/docs/resourceTables.cjs");

const page = textOf("docs/resources.md");

test("the tables are those of the definitions and of the doc comments: npm run docs", () => {
    expect(withResourceTables(page, definitions)).toBe(page);
});

const fieldsOf = ({ schema }: { readonly schema: z.ZodObject }) => schema.shape as Readonly<Record<string, z.ZodType>>;

const rows = Object.values(definitions).flatMap(({ type, schema }) =>
    cellsOf(page, type).map((cells) => {
        const name = cells[0]!.replaceAll("`", "");
        const field = fieldsOf({ schema })[name]!;
        return { where: `${type}: ${name}`, cells, name, field };
    }),
);

/** What a JSON schema allows that a text has to say. */
function limitsIn(schema: unknown): RegExp[] {
    if (typeof schema !== "object" || schema === null) return [];
    const { enum: words = [], minimum, exclusiveMinimum, ...others } = schema as z.core.JSONSchema.JSONSchema;
    return [
        ...words.filter((word) => typeof word === "string").map((word) => new RegExp(`\`${word}\``)),
        ...(exclusiveMinimum === 0 ? [/\bmore than 0\b/] : []),
        ...(minimum === 0 ? [/\b0 (or more|to)\b/] : []),
        ...(minimum === 1 ? [/\bat least 1\b/] : []),
        ...Object.values(others).flatMap(limitsIn),
    ];
}

test.each(rows)("$where: the meaning has the words and the range that the schema allows", ({ cells, field }) => {
    expect(rows.length).toBeGreaterThan(30);
    for (const limit of limitsIn(z.toJSONSchema(field, { unrepresentable: "any" }))) expect(cells[1]).toMatch(limit);
    const [, most] = /\b1 to (\d+) characters\b/.exec(cells[1]!) ?? [];
    const accepts = (length: number) => field.safeParse("x".repeat(length)).success;
    if (most !== undefined)
        expect([0, 1, Number(most), Number(most) + 1].map(accepts)).toEqual([false, true, true, false]);
});

test.each(rows)("$where: the example is valid", ({ cells, field }) => {
    const example = exampleOf(cells);
    // Anything else is an expression, which `types.test.ts` compiles.
    if (/^(["[\d]|true$|false$)/.test(example)) expect(field.safeParse(JSON.parse(example)).error).toBeUndefined();
    else expect(example).toMatch(/^(\w+\.\w+|config\.\w+\(.*\)|\{.*\})$/);
});

test("what the page says of all ids and codes", () => {
    expect(page).toContain(
        "Ids and codes are texts of 1 to 256 characters without white space at the beginning or the end.",
    );
    const fields = fieldsOf(definitions.service);
    const [code, id] = [fields["regionCode"]!, fields["vpcId"]!];
    for (const field of [code, id]) {
        const texts = ["", "x", "x".repeat(256), "x".repeat(257), " x", "x "];
        expect(texts.map((text) => field.safeParse(text).success)).toEqual([false, true, true, false, false, false]);
    }
    const [, forbidden = ""] = /and none of\n((?:`.`(?:, | and )?)+)\./.exec(page) ?? [];
    const characters = [...forbidden.matchAll(/`(.)`/g)].map(([, character]) => character!);
    expect(characters).toHaveLength(5);
    for (const one of [...characters, " "]) expect(id.safeParse(`a${one}b`).success).toBe(false);
});
