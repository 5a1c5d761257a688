import { refresh, type Scenario, up, upRefresh } from "../scenario";
import { day, only, program, service, set, vpc } from "./model";

const small = { cpuMillis: 500, memoryGbs: 2 };
const large = { cpuMillis: 1000, memoryGbs: 4 };

const everything = (password?: string) =>
    program({
        vpcs: { v0: vpc() },
        services: { s0: service({ size: small, vpc: "v0", ...(password === undefined ? {} : { password }) }) },
        sets: { r0: set() },
    });

export const changes: readonly Scenario[] = [
    {
        name: "change a service",
        async prepare(stage) {
            await stage.up(
                program({ vpcs: { v0: vpc() }, services: { s0: service({ size: small, password: "one" }) } }),
            );
            await stage.pass(day);
            const changed = {
                size: large,
                environment: "DEV",
                replicaCount: 1,
                connectionPooler: true,
                vpc: "v0",
                password: "two",
            } as const;
            stage.program = program({ vpcs: { v0: vpc() }, services: { s0: service(changed) } });
        },
        phases: up(),
        deletesNothing: true,
    },
    {
        name: "take arguments back",
        async prepare(stage) {
            const all = { replicaCount: 1, connectionPooler: true, vpc: "v0", environment: "PROD" } as const;
            await stage.up(program({ vpcs: { v0: vpc() }, services: { s0: service(all) } }));
            await stage.pass(day);
            stage.program = program({
                vpcs: { v0: vpc({ name: "renamed" }) },
                services: { s0: service({ environment: "DEV", paused: true }) },
            });
        },
        phases: up(),
        deletesNothing: true,
    },
    {
        name: "change a set",
        async prepare(stage) {
            await stage.up(program({ services: { s0: service() }, sets: { r0: set() } }));
            await stage.pass(day);
            const changed = { size: large, connectionPooler: true, environment: "PROD" } as const;
            stage.program = program({ services: { s0: service() }, sets: { r0: set(changed) } });
        },
        phases: up(),
        deletesNothing: true,
    },
    {
        name: "refresh",
        async prepare(stage) {
            await stage.up(everything("one"));
            await stage.pass(day);
        },
        phases: refresh,
        deletesNothing: true,
    },
    {
        name: "refresh, all at once",
        async prepare(stage) {
            const two = { s0: service(), s1: service({}, { label: "other" }) };
            await stage.up(program({ vpcs: { v0: vpc() }, services: two }));
            await stage.pass(day);
        },
        phases: refresh,
        deletesNothing: true,
        parallel: 10,
    },
    {
        name: "up --refresh",
        async prepare(stage) {
            await stage.up(program({ vpcs: { v0: vpc() }, services: { s0: service({ vpc: "v0" }) } }));
            await stage.pass(day);
            stage.program = program({ vpcs: { v0: vpc() }, services: { s0: service({ vpc: "v0", size: large }) } });
        },
        phases: upRefresh,
        deletesNothing: true,
    },
    {
        name: "rename by alias",
        async prepare(stage) {
            await stage.up(only());
            await stage.pass(day);
            const aliases = [{ label: "db", component: undefined }];
            stage.program = only({ connectionPooler: true }, { label: "database", aliases });
        },
        phases: up(),
        deletesNothing: true,
    },
];
