import { Service } from "../../../src";
import { imported } from "../imported";
import { importFileOf, importPhase, type Scenario, up } from "../scenario";
import type { Stage } from "../stage";
import { day, only, program } from "./model";

/** A service that was made in the console. */
function existing(stage: Stage, name = "orders"): string {
    const { id } = stage.emulator.create.service({ name, age_ms: 30 * day });
    stage.memory.foreign.add(id);
    return id;
}

export const identity: readonly Scenario[] = [
    {
        name: "adopt",
        prepare(stage) {
            stage.program = only({ connectionPooler: true, password: "correct horse" }, { adopt: existing(stage) });
            return Promise.resolve();
        },
        phases: up(),
        deletesNothing: true,
    },
    {
        name: "adopt another",
        async prepare(stage) {
            const [one, other] = [existing(stage), existing(stage, "invoices")];
            await stage.up(only({}, { adopt: one }));
            await stage.pass(day);
            stage.program = only({}, { adopt: other });
        },
        phases: up(),
        deletesNothing: true,
        isRefused: true,
    },
    {
        name: "rename by adopt",
        async prepare(stage) {
            await stage.up(only());
            await stage.pass(day);
            const { id } = stage.heldAs("db");
            stage.program = program({ services: { s1: only({}, { label: "database", adopt: id }).services.s0! } });
        },
        phases: up(),
        deletesNothing: true,
    },
    {
        name: "import a file twice",
        async prepare(stage) {
            existing(stage);
            await stage.pass(day);
            imported(stage, await importFileOf(stage, stage.clock), "-again");
        },
        phases: up(),
        deletesNothing: true,
    },
    {
        name: "remove what is read",
        async prepare(stage) {
            await stage.up(only());
            await stage.pass(day);
            const { id } = stage.heldAs("db");
            stage.program = () => {
                Service.get("read", id);
            };
        },
        phases: up(),
        deletesNothing: true,
        isRefused: true,
    },
    {
        name: "import file",
        async prepare(stage) {
            existing(stage);
            await stage.pass(day);
        },
        phases: [importPhase, ...up()],
        deletesNothing: true,
    },
];
