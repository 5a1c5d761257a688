import { destroy, refresh, type Scenario, up } from "../scenario";
import { day, only, otherRegion, program, service, set, vpc } from "./model";

export const deletion: readonly Scenario[] = [
    {
        name: "replace, the successor first",
        async prepare(stage) {
            await stage.up(only());
            await stage.pass(day);
            stage.program = only({ regionCode: otherRegion });
        },
        phases: up(),
    },
    {
        name: "replace, the predecessor first",
        async prepare(stage) {
            await stage.up(only({ name: "orders" }));
            await stage.pass(day);
            stage.program = only({ name: "orders", regionCode: otherRegion });
        },
        phases: up(),
    },
    {
        name: "replace by force",
        async prepare(stage) {
            await stage.up(only({}, { deleteBeforeReplace: true }));
            await stage.pass(day);
        },
        phases: up({ replace: "db" }),
    },
    {
        name: "remove",
        async prepare(stage) {
            await stage.up(program({ services: { s0: service() }, sets: { r0: set() } }));
            await stage.pass(day);
            stage.program = program({});
        },
        phases: up(),
    },
    {
        name: "remove what is protected",
        async prepare(stage) {
            await stage.up(only({ environment: "PROD" }, { protect: false }));
            await stage.pass(day);
            stage.program = program({});
        },
        phases: up(),
        deletesNothing: true,
        isRefused: true,
    },
    {
        name: "remove what is unprotected",
        async prepare(stage) {
            await stage.up(only({ environment: "PROD", deletionProtection: false }));
            await stage.pass(day);
            stage.program = program({});
        },
        phases: up(),
    },
    {
        name: "destroy",
        async prepare(stage) {
            await stage.up(program({ vpcs: { v0: vpc() }, services: { s0: service({ vpc: "v0" }) } }));
            await stage.pass(day);
        },
        phases: destroy,
        recovery: [...destroy, ...destroy],
    },
    {
        name: "destroy with force",
        async prepare(stage) {
            await stage.up(program({ services: { s0: service({ forceDestroy: true }) }, sets: {} }));
            const { id } = stage.heldAs("db");
            stage.memory.foreign.add(stage.emulator.create.replicaSet({ service_id: id, name: "reports" }).id);
            await stage.pass(day);
        },
        phases: destroy,
        recovery: [...refresh, ...destroy],
    },
];
