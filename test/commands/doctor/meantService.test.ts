import { meantService } from "../../../src/commands/doctor/meantService";

const services = [
    { serviceId: "svc1", name: "orders-ab12cd3" },
    { serviceId: "svc2", name: "bills" },
    { serviceId: "svc3", name: "twin" },
    { serviceId: "svc4", name: "twin" },
    { serviceId: "svc5", name: "old-ab12cd3", status: "DELETING" },
    { serviceId: "svc6" },
];
const meant = (wanted: string) => meantService(services, wanted, "p").serviceId;

test.each([
    ["its id", "svc1", "svc1"],
    ["its id, also while it is being deleted", "svc5", "svc5"],
    ["its name", "bills", "svc2"],
    ["its generated name", "orders-ab12cd3", "svc1"],
    ["the name of its resource", "orders", "svc1"],
])("a service is meant by %s", (_, wanted, id) => expect(meant(wanted)).toBe(id));

test("its own name comes before that of a resource", () => {
    const both = [...services, { serviceId: "svc7", name: "orders" }];
    expect(meantService(both, "orders", "p").serviceId).toBe("svc7");
});

test.each([
    ["twin", "Several services have the name twin: twin (svc3), twin (svc4). Give the id of one."],
    ["ordres", "There is no service ordres in project p: did you mean orders-ab12cd3 (svc1)?"],
    ["bils", "There is no service bils in project p: did you mean bills (svc2)?"],
    [
        "customers",
        "There is no service customers in project p, which has orders-ab12cd3 (svc1), bills (svc2), twin (svc3), twin (svc4), svc6.",
    ],
])("%s is none, or one of several", (wanted, message) => expect(() => meant(wanted)).toThrow(message));

test("an error does not name a hundred services", () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ serviceId: `svc-${at}`, name: `database ${at}` }));
    expect(() => meantService(many, "x", "p")).toThrow(/database 9 \(svc-9\) and 90 more\.$/);
    expect(() => meantService([], "x", "p")).toThrow("There is no service x in project p, which has none.");
});
