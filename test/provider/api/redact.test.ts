import { inspect } from "node:util";
import fc from "fast-check";
import { createRedactor, leftOut } from "../../../src/provider/api/redact";
import { json, type Handler } from "../../support/httpServer";
import { encodings } from "../../support/secretForms";
import { apiErrorOf, apiKey, record, service, withClient } from "./support";

/** A password that is replaced. One of asterisks only could not be told from its replacement. */
const password = fc
    .string({ unit: "grapheme", minLength: 6, maxLength: 30 })
    .filter((text) => !text.includes("*") && !/\p{Cs}/u.test(text));

/** A redactor that has learnt these passwords. */
function redactorOf(...secrets: readonly unknown[]) {
    const redactor = createRedactor(apiKey);
    for (const secret of secrets) redactor.learn({ password: secret });
    return redactor;
}

describe("a secret that is known", () => {
    it.each(Object.entries(encodings))("is found %s", (_, encode) =>
        fc.assert(
            fc.property(password, fc.string(), fc.string(), (secret, before, after) => {
                const spelt = encode(secret);
                expect(redactorOf(secret).redact(`${before}${spelt}${after}`)).not.toContain(spelt);
            }),
        ),
    );

    it("is found in what base64 makes of it, wherever it stands in what was encoded", () =>
        fc.assert(
            fc.property(
                password.filter((secret) => Buffer.byteLength(secret) >= 8),
                fc.string(),
                fc.string(),
                fc.constantFrom("base64" as const, "base64url" as const),
                (secret, before, after, alphabet) => {
                    const encoded = Buffer.from(before + secret + after).toString(alphabet);
                    const shown = Buffer.from(redactorOf(secret).redact(encoded), alphabet).toString();
                    expect(shown).not.toContain(secret);
                },
            ),
        ));

    it("is found at any depth, in what is sent and in what is received", () => {
        const redactor = createRedactor(apiKey);
        redactor.learn([{ a: [{ initial_password: "the-first" }] }, { password: "the-second" }]);
        expect(redactor.redact(`the-first, the-second and ${apiKey}`)).toBe("***, *** and ***");
    });

    it("is found whole where another one is a part of it", () =>
        expect(redactorOf("battery", "horse-battery").redact("it is horse-battery")).toBe("it is ***"));

    it("and shorter than six characters garbles no text: one that contains it is left out", () => {
        const redactor = redactorOf("e");
        expect(redactor.redact("POST /projects/p1/services")).toBe("POST /projects/p1/services");
        expect(redactor.redactForeign("the password is e")).toBe(leftOut);
        expect(redactor.redactForeign("no such thing")).toBe("no such thing");
    });

    it("that is no text or empty hides nothing", () =>
        expect(redactorOf("", true, null).redactForeign("all true words")).toBe("all true words"));

    it("is hidden where the API shows it as a number", () =>
        expect(redactorOf(12345678).redactForeign("all 12345678 words")).toBe("all *** words"));
});

describe("a text of a server that differs from a long secret in a character", () => {
    // With digits in the middle of it, so that no word is left of it.
    const key = (parts: RegExp) =>
        fc.tuple(fc.stringMatching(parts), fc.stringMatching(parts)).map(([a, b]) => `a${a}12_3${b}z`);
    const plain = key(/^[\w-]{3,30}$/);
    const changes: Readonly<Record<string, (text: string, at: number, other: string) => string>> = {
        missing: (text, at) => text.slice(0, at) + text.slice(at + 1),
        changed: (text, at, other) => text.slice(0, at) + other + text.slice(at + 1),
        added: (text, at, other) => text.slice(0, at) + other + text.slice(at),
    };
    const frames = ["invalid token %", '"%"', "bad key: %.", "'%',", "(%)", "%"];
    const within = ["/v1/tokens/%/use", "token=%&next", "key.%:x"];

    it.each(Object.entries(changes))("%s, is replaced, in whatever stands around it", (_, change) =>
        fc.assert(
            fc.property(
                fc.oneof(
                    fc.tuple(plain, fc.constantFrom(...frames, ...within)),
                    fc.tuple(key(/^[\w.~+/=-]{3,30}$/), fc.constantFrom(...frames)),
                ),
                fc.nat(),
                fc.constantFrom("a", "Z", "0", "_", "-"),
                ([secret, frame], position, other) => {
                    const near = change(secret, position % secret.length, other);
                    const said = frame.replace("%", () => near);
                    expect(createRedactor(secret).redactForeign(said)).not.toContain(near);
                },
            ),
        ),
    );

    it("is replaced in a URL as well", () => {
        const secret = "correct/horse battery+staple";
        const near = encodeURIComponent(secret.replace("horse", "hose"));
        expect(redactorOf(secret).redactForeign(`GET /x?p=${near} failed`)).toBe("GET /x?p=*** failed");
    });

    it.each([
        ["a short secret", "hunter2-hun", "hunter2-hu"],
        ["an ordinary word", "transformations", "transformation"],
        ["a text that differs in more", "the-key-of-the-tests", "the-keys-of-my-test"],
        ["a longer text that ends alike", "0123456789ab", "https-0123456789a"],
        ["a part of it", "the-key-of-the-tests", "the-key"],
    ])("is left as it is, where it is %s", (_, secret, said) =>
        expect(redactorOf(secret).redactForeign(`so ${said} it is`)).toBe(`so ${said} it is`),
    );

    it("never in what this package says itself", () =>
        expect(redactorOf("service-orders-1").redact("service-orders-2")).toBe("service-orders-2"));
});

describe("a text of a server that has a secret in another form", () => {
    it.each([
        ["in capital letters", "P&SS<W0RD>-Correct-1 is too short", "*** is too short"],
        ["cut off", "value P&ss<w0rd>... is too short", "value ***... is too short"],
        ["cut off, with one character for the dots", "value P&ss<w… and p4ss...", "value ***... and p4ss..."],
    ])("%s", (_, said, shown) => expect(redactorOf("P&ss<w0rd>-correct-1").redactForeign(said)).toBe(shown));

    it("in other letters, that contains another secret, is replaced as a whole", () =>
        expect(redactorOf("abc-1-def", "ABC-1-DEF-2-GHI").redactForeign("so abc-1-def-2-ghi it is")).toBe(
            "so *** it is",
        ));
});

describe("what looks like a secret", () => {
    it.each([
        ["connect to postgres://me:pw@db.example.com:5432/tsdb?sslmode=require now", "connect to *** now"],
        ['"postgresql://me:p%40w@db/x"', '"***"'],
        ["postgres:\\/\\/me:pw@db", "***"],
        ["dsn=postgres%3A%2F%2Fme%3Apw%40db&x", "dsn=***"],
        ["host=db password=pw user=me", "host=db password=*** user=me"],
        ["host=db password='p w' user=me", "host=db password=*** user=me"],
        ['{"password":"pw","a":1}', '{"password":***,"a":1}'],
        ['{"password":"p\\"w","a":1}', '{"password":***,"a":1}'],
        ['{\\"initial_password\\": \\"pw\\"}', '{\\"initial_password\\": ***}'],
        ["password='it goes on", "password=***"],
        ["Authorization: Bearer abc.def", "Authorization: Bearer ***"],
        ["the password is too short", "the password is too short"],
        ["password: at least 8 characters", "password: at least 8 characters"],
        ["POSTGRES is a service type", "POSTGRES is a service type"],
    ])("%s", (text, shown) => expect(createRedactor(apiKey).redact(text)).toBe(shown));
});

describe("an error", () => {
    const secretText = password.filter((text) => text.trim() === text && !/^[\d\s]*$/.test(text));

    /** Repeats the request's secrets wherever it can, spelt as `encode` says. */
    const echo =
        (status: number, encode: (text: string) => string): Handler =>
        ({ headers, body, url }, response) => {
            const { password = "" } = JSON.parse(body) as { password?: string };
            const said = encode(`${headers.authorization} ${password} postgres://me:${password}@db`);
            // A header takes no more than visible ASCII.
            response.setHeader("x-request-id", encodeURIComponent(`${apiKey} ${password}`).slice(0, 4_000));
            response.writeHead(status, { "content-type": "application/json" });
            response.end(JSON.stringify({ code: `BAD ${said}`, message: `${url}: ${said} is no good`, password }));
        };

    it("shows none of the secrets that the server repeats", () =>
        fc.assert(
            fc.asyncProperty(
                secretText,
                fc.constantFrom(...Object.values(encodings)),
                fc.constantFrom(400, 401, 409, 500, 502),
                (password, encode, status) =>
                    withClient(echo(status, encode), async (client) => {
                        const shownFor = async (password: string) => {
                            const error = await apiErrorOf(client.services.updatePassword({ ...service, password }));
                            const { stack, message, code, apiMessage, requestId } = error;
                            const inspected = inspect(error, { depth: 9, showHidden: true });
                            return [inspected, stack, message, code, apiMessage, requestId, JSON.stringify(error)];
                        };
                        const all = await shownFor(password);
                        // A word that stands there for another password too, such as `define` in `undefined`, shows nothing.
                        const usual = (await shownFor("0123456789ABCDEF")).join("\n");
                        for (const secret of [apiKey, password, encode(password)].filter(
                            (secret) => secret === apiKey || !usual.includes(secret),
                        ))
                            for (const text of all) expect(text).not.toContain(secret);
                    }),
            ),
            { numRuns: 60 },
        ));

    it("shows nothing of a secret that stands where a long text is cut off", () =>
        fc.assert(
            fc.asyncProperty(fc.integer({ min: 470, max: 510 }), (length) => {
                const password = "hunter2-hunter2-hunter2";
                const handler: Handler = (_, response) =>
                    void response.writeHead(400).end(`so: ${"-".repeat(length)}${password}`);
                return withClient(handler, async (client) => {
                    const error = await apiErrorOf(client.services.updatePassword({ ...service, password }));
                    expect(error.apiMessage?.startsWith("so:")).toBe(true);
                    expect(error.message).not.toMatch(/hu/);
                });
            }),
            { numRuns: 30 },
        ));

    it("is understood by the server's own words, whatever of them is a secret", () => {
        const said = { code: "SERVICE_BUSY", message: "Another operation is in progress." };
        return withClient(json(409, said), async (client) => {
            for (const password of ["e", "progress"]) {
                const error = await apiErrorOf(client.services.updatePassword({ ...service, password }));
                expect(error.kind).toBe("busy");
                expect(error.says(/in progress/)).toBe(true);
                expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("in progress");
            }
        });
    });

    it("shows none of what was on the wire where that was no HTTP", () =>
        withClient(
            ({ headers }, response) => void response.socket?.end(`nonsense ${headers.authorization} hunter2-hunter2`),
            async (client) => {
                const args = { ...service, password: "hunter2-hunter2" };
                const error = await apiErrorOf(client.services.updatePassword(args));
                expect(error).toMatchObject({ kind: "transport", outcomeUnknown: true });
                expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/hunter2|the-key-of/);
            },
        ));

    it("shows no password that the server gave before", () => {
        const created = { ...record, status: "QUEUED", initial_password: "given-by-the-server" };
        const handler: Handler = ({ url }, response) => {
            if (url.endsWith("/services")) response.end(JSON.stringify(created));
            else response.writeHead(409).end(`password given-by-the-server is in use`);
        };
        return withClient(handler, async (client) => {
            await client.services.create({ projectId: "p1", name: "n" });
            const error = await apiErrorOf(client.services.stop(service));
            expect(error.apiMessage).toBe("password *** is in use");
        });
    });
});
