// Who manages which record, as far as a process has seen.
import { type ResourceRef, ResourceOwners } from "../../src/provider/owners";

const ref: ResourceRef = { type: "Service", address: "https://a/v1", projectId: "p1", id: "s1" };
const urnOf = (name: string) => `urn:pulumi:dev::proj::t::${name}`;

let owners: ResourceOwners;
beforeEach(() => (owners = new ResourceOwners()));

test("another resource that manages the same record, and only the same one, is found", () => {
    owners.hold("one", urnOf("a"), ref, { takenOver: true });
    expect(owners.anotherHolder("two", ref)).toMatchObject({ urn: urnOf("a"), takenOver: true });
    expect(owners.anotherHolder(undefined, ref)).toMatchObject({ urn: urnOf("a") });
    expect(owners.anotherHolder("one", ref)).toBeUndefined();
    for (const other of [{ type: "Vpc" }, { address: "https://b/v1" }, { projectId: "p2" }, { id: "s2" }])
        expect(owners.anotherHolder("two", { ...ref, ...other })).toBeUndefined();
    // The default project may be any.
    expect(owners.anotherHolder("two", { ...ref, projectId: undefined })).toBeDefined();
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
    owners.hold("other", urnOf("b"), { ...ref, id: "s3" });
    owners.hold("new", urnOf("a"), { ...ref, id: "s2" });
    expect(owners.anotherHolder("two", ref)).toBeUndefined();
    expect(owners.anotherHolder("two", { ...ref, id: "s2" })).toBeDefined();
    expect(owners.anotherHolder("two", { ...ref, id: "s3" })).toBeDefined();
});

test("an adoption is pending until its resource manages the record, and not when it manages another", () => {
    owners.expectAdoption(urnOf("a"), ref);
    owners.hold("one", urnOf("a"), { ...ref, id: "s2" });
    owners.hold("two", urnOf("b"), ref);
    expect(owners.pendingAdopter(ref)).toBe(urnOf("a"));
    expect(owners.pendingAdopter({ ...ref, type: "Vpc" })).toBeUndefined();
    owners.hold("one", urnOf("a"), ref);
    expect(owners.pendingAdopter(ref)).toBeUndefined();
});

test("a rival is another resource of the program that manages the record, or is to adopt it", () => {
    owners.hold("one", urnOf("a"), ref, { isDeclared: false });
    expect([owners.rivalOf(urnOf("b"), ref), owners.isHeld(ref)]).toEqual([undefined, false]);
    owners.expectAdoption(urnOf("a"), ref);
    expect([owners.rivalOf(urnOf("b"), ref), owners.rivalOf(urnOf("a"), ref)]).toEqual([urnOf("a"), undefined]);
    owners.hold("one", urnOf("a"), ref);
    expect([owners.rivalOf(urnOf("b"), ref), owners.isHeld(ref)]).toEqual([urnOf("a"), true]);
});
