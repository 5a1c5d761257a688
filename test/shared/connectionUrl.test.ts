import fc from "fast-check";
import { parse } from "pg-connection-string";
import { connectionUrl, unfit, type ConnectionParts } from "../../src/shared/connectionUrl";

// pg-connection-string warns that it takes `require` more strictly than libpq; what is read here is everything else.
const url = (parts: Partial<ConnectionParts>) =>
    connectionUrl({
        endpoint: { host: "db.example", port: 5432 },
        user: "app",
        password: "pw",
        database: "tsdb",
        sslmode: "verify-full",
        ...parts,
    });

const text = fc.string({ unit: "binary", minLength: 1 }).filter((value) => unfit(value) === undefined);
const hostile = fc
    .array(
        fc.constantFrom(...Array.from("/?#[]@:%&=+ $,;!'()*\"\\<>|^`{}~.äß日本💾\n\t"), "%20", "%2F", "..", "//", "a"),
        {
            minLength: 1,
        },
    )
    .map((parts) => parts.join(""));
const anything = fc.oneof(text, hostile);

/** How libpq takes a URI apart: each part up to its delimiter, then decoded. */
function libpq(uri: string) {
    const match = /^postgresql:\/\/([^:@/]*):([^@/]*)@(\[[^\]]*\]|[^:/?]*)(?::(\d+))?\/([^?]*)\?sslmode=(.*)$/.exec(
        uri,
    );
    const [, user, password, host, port, database, sslmode] = match!.map((part) => part && decodeURIComponent(part));
    return { user, password, host: host!.replace(/^\[|\]$/g, ""), port, database, sslmode };
}

test("a plain one", () => {
    expect(url({ sslmode: "require" })).toBe("postgresql://app:pw@db.example:5432/tsdb?sslmode=require");
    expect(url({ endpoint: { host: "db.example" } })).toBe("postgresql://app:pw@db.example/tsdb?sslmode=verify-full");
});

// pg-connection-string decodes a database's name only as far as a path's reserved characters, and resolves dot segments in it.
const legible = (database: string) =>
    !/[?#]/.test(database) && !database.split("/").some((part) => /^\.{1,2}$/.test(part));

test("any user, password and database are read back by libpq's rules, and by pg-connection-string as far as it can read them", () => {
    fc.assert(
        fc.property(anything, anything, anything, (user, password, database) => {
            const uri = url({ user, password, database });
            const endpoint = { host: "db.example", port: "5432" };
            expect(libpq(uri)).toEqual({ user, password, database, ...endpoint, sslmode: "verify-full" });
            expect(parse(url({ user, password }))).toMatchObject({ user, password, database: "tsdb", ...endpoint });
            if (legible(database)) expect(parse(uri).database).toBe(database);
        }),
        { numRuns: 300 },
    );
});

test.each(["::1", "2001:db8::7", "fe80::1:2:3:4", "[::1]"])("the IPv6 address %s stands in brackets", (host) => {
    const uri = url({ endpoint: { host, port: 5432 } });
    const bare = host.replace(/^\[|\]$/g, "");
    expect(uri).toContain(`@[${bare}]:5432/`);
    expect(parse(uri)).toMatchObject({ host: bare, port: "5432" });
});
