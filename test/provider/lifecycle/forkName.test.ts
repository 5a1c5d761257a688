// The names of forks that exist only for a while: the API has no tags.
import fc from "fast-check";
import { drillName, forkMarkOf, markOf, nameText } from "../../../src/provider/lifecycle";
import { forkName } from "../../support/forkName";

const moment = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });
const created = "2030-01-01T00:00:00Z";

describe("names of preview forks", () => {
    const expiry = fc.oneof(
        fc.record({ ttlHours: fc.integer({ min: 1, max: 8760 }) }),
        moment.map((date) => ({ expiresAt: date.toISOString() })),
    );

    test("any branch gives a valid name that tells the expiry, never too early", () => {
        fc.assert(
            fc.property(text, text, expiry, fc.constantFrom("", "4k2m9xz"), (owner, branch, when, hash) => {
                const name = forkName(owner, branch, when, hash);
                expect(nameText.safeParse(name).success).toBe(true);
                expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
                const wanted =
                    "ttlHours" in when ? Date.parse(created) + when.ttlHours * 3_600_000 : Date.parse(when.expiresAt);
                const mark = markOf(name, created)!;
                expect(mark.kind).toBe("preview");
                expect(mark.expiresAt - wanted).toBeGreaterThanOrEqual(0);
                expect(mark.expiresAt - wanted).toBeLessThan(60_000);
            }),
        );
    });

    test("different branches have different names", () => {
        const branches = ["feature/login", "feature-login", "Feature/Login", "feature/login/"];
        branches.push("x".repeat(60), "x".repeat(61));
        const names = branches.map((one) => forkName("orders", one, { ttlHours: 1 }));
        expect(new Set(names).size).toBe(branches.length);
        expect(names[1]).toBe("preview-orders-feature-login-ttl1h");
        expect(forkName("orders", "pr-1", { ttlHours: 1 }, "4k2m9xz")).toBe("preview-orders-pr-1-4k2m9xz-ttl1h");
        expect(names[0]).toMatch(/^preview-orders-feature-login-[0-9a-f]{6}-ttl1h$/);
    });

    test.each(["orders", "preview", "preview-a-b", "preview-a-ttlh", "previews-a-ttl1h", "preview-a-until-2030z"])(
        "%s is none",
        (name) => expect(markOf(name, created)).toBeUndefined(),
    );
});

test.each(["0001-01-01T00:00:00Z", "2030-01-01T00:00:00", "soon"])("with a ttl, %s tells no expiry", (since) => {
    expect(markOf("preview-orders-pr-1-ttl1h", since)).toBeUndefined();
    expect(markOf("preview-orders-pr-1-until-20300131t1200z", since)).toBeDefined();
});

test("an expiry before there were any services is none", () => {
    expect(markOf("preview-orders-pr-1-until-00010101t0000z", created)).toBeUndefined();
});

describe("names of restore drills", () => {
    const token = "0123456789abcdef";

    test("any service gives a valid name that tells the expiry, never too early, and is no preview fork's", () => {
        fc.assert(
            fc.property(text, moment, (service, expiresAt) => {
                const name = drillName(service, token, expiresAt.getTime());
                expect(nameText.safeParse(name).success).toBe(true);
                expect(name).toMatch(/^drill-[a-z0-9]+(-[a-z0-9]+)*$/);
                const mark = markOf(name.toUpperCase(), undefined)!;
                expect(mark.kind).toBe("drill");
                expect(mark.expiresAt - expiresAt.getTime()).toBeGreaterThanOrEqual(0);
                expect(mark.expiresAt - expiresAt.getTime()).toBeLessThan(60_000);
            }),
        );
    });

    test.each(["drill-orders", "drill-orders-until-20300131t1200z", `drill-${token}-until-20300131t1200z`])(
        "%s is none",
        (name) => expect(markOf(name, created)).toBeUndefined(),
    );
});

test("only a fork of a service has a mark: not a standby, not what is being deleted, not a service of such a name", () => {
    const fork = { name: "preview-orders-pr-1-ttl1h", created, status: "READY", forkedFrom: { serviceId: "s-1" } };
    expect(forkMarkOf(fork)).toEqual({
        kind: "preview",
        subject: "orders-pr-1",
        expiresAt: Date.parse("2030-01-01T01:00:00Z"),
    });
    expect(forkMarkOf({ ...fork, forkedFrom: undefined })).toBeUndefined();
    expect(forkMarkOf({ ...fork, forkedFrom: {} })).toBeUndefined();
    expect(forkMarkOf({ ...fork, forkedFrom: { serviceId: "s-1", isStandby: true } })).toBeUndefined();
    expect(forkMarkOf({ ...fork, status: "DELETING" })).toBeUndefined();
    expect(forkMarkOf({ ...fork, status: "DELETED" })).toBeUndefined();
});
