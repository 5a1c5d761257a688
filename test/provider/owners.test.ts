// Who manages which record, as far as a process has seen.
import { type ResourceRef, ResourceOwners } from "../../src/provider/owners";

const ref: ResourceRef = ["Service", "p1", "s1"];
const urnOf = (name: string) => `urn:pulumi:dev::proj::t::${name}`;

let owners: ResourceOwners;
beforeEach(() => (owners = new ResourceOwners()));

test("another resource that manages the same record, and only the same one, is found", () => {
    owners.hold("one", urnOf("a"), ref, true);
    expect(owners.anotherHolder("two", ref)).toMatchObject({ urn: urnOf("a"), takenOver: true });
    expect(owners.anotherHolder(undefined, ref)).toMatchObject({ urn: urnOf("a") });
    expect(owners.anotherHolder("one", ref)).toBeUndefined();
    for (const other of [
        ["Vpc", "p1", "s1"],
        ["Service", "p2", "s1"],
        ["Service", "p1", "s2"],
    ] as const)
        expect(owners.anotherHolder("two", other)).toBeUndefined();
});

test("what has neither a token nor a URN holds nothing", () => {
    owners.hold(undefined, urnOf("a"), ref);
    owners.hold("one", undefined, ref);
    expect(owners.anotherHolder("two", ref)).toBeUndefined();
});

test("what is released has no holder any more", () => {
    owners.hold("one", urnOf("a"), ref);
    owners.release(undefined);
    owners.release("two");
    expect(owners.anotherHolder("two", ref)).toBeDefined();
    owners.release("one");
    expect(owners.anotherHolder("two", ref)).toBeUndefined();
});

test("a resource that was identified by its URN is the same after it has got a token", () => {
    owners.hold(urnOf("a"), urnOf("a"), ref);
    owners.rename(urnOf("a"), "one");
    expect(owners.anotherHolder("one", ref)).toBeUndefined();
    expect(owners.anotherHolder("two", ref)).toBeDefined();
    owners.release("one");
    expect(owners.anotherHolder("two", ref)).toBeUndefined();
});

test("a successor of the same URN takes its predecessor's place", () => {
    owners.hold("old", urnOf("a"), ref);
    owners.hold("other", urnOf("b"), ["Service", "p1", "s3"]);
    owners.hold("new", urnOf("a"), ["Service", "p1", "s2"]);
    expect(owners.anotherHolder("two", ref)).toBeUndefined();
    expect(owners.anotherHolder("two", ["Service", "p1", "s2"])).toBeDefined();
    expect(owners.anotherHolder("two", ["Service", "p1", "s3"])).toBeDefined();
});

describe("an adoption that is still to come", () => {
    test("is known by id, or by name where the id is not known, and of its own type only", () => {
        owners.expectAdoption({ urn: urnOf("a"), type: "Service", id: "s1", name: "orders" });
        owners.expectAdoption({ urn: urnOf("b"), type: "Service", name: "users" });
        owners.expectAdoption({ urn: urnOf("c"), type: "Service" });
        expect(owners.pendingAdopter("Service", "s1", "anything")).toBe(urnOf("a"));
        expect(owners.pendingAdopter("Service", "s9", "users")).toBe(urnOf("b"));
        expect(owners.pendingAdopter("Service", "s9", "orders")).toBeUndefined();
        expect(owners.pendingAdopter("Service", "s9", undefined)).toBeUndefined();
        expect(owners.pendingAdopter("Vpc", "s1", "users")).toBeUndefined();
    });

    test("is over once its resource manages the record, and not when it manages another", () => {
        owners.expectAdoption({ urn: urnOf("a"), type: "Service", id: "s1" });
        owners.hold("one", urnOf("a"), ["Service", "p1", "s2"]);
        owners.hold("two", urnOf("b"), ref);
        expect(owners.pendingAdopter("Service", "s1", undefined)).toBe(urnOf("a"));
        owners.hold("one", urnOf("a"), ref);
        expect(owners.pendingAdopter("Service", "s1", undefined)).toBeUndefined();
        owners.expectAdoption({ urn: urnOf("c"), type: "Service", name: "users" });
        owners.hold("three", urnOf("c"), ["Service", "p1", "s7"]);
        expect(owners.pendingAdopter("Service", "s7", "users")).toBeUndefined();
    });
});
