import type { DeployResult } from "../../../src/engine";
import { isName, type Name, oneOfEverything, type Shape, whatExists } from "./shape";
import type { Stage } from "./stage";

const nameOf = (urn: string) => urn.split("::").slice(3).join("::");
const errorsOf = ({ diagnostics }: DeployResult) =>
    diagnostics.filter(
        ({ severity, urn }) => severity === "error" && urn !== undefined && !urn.includes("pulumi:Stack"),
    );

/** Follows the instructions in the errors; fails if there are none. */
function follow(stage: Stage, errors: ReturnType<typeof errorsOf>, done: ReadonlyMap<Name, string>): Map<Name, string> {
    const ids = Object.values(whatExists(stage.emulator).ids).flat();
    const repairs = new Map(done);
    for (const { urn = "", message } of errors) {
        const [name, id] = [nameOf(urn), /adopt: "([^"]+)"/.exec(message)?.[1]];
        if (!isName(name) || id === undefined || !ids.includes(id) || repairs.has(name))
            throw new Error(`nothing to be done about ${name}: ${message}`);
        repairs.set(name, id);
    }
    stage.adopt(Object.fromEntries(repairs));
    return repairs;
}

/**
 * Repeats `up` while its errors say what to do; afterwards exactly one of each resource exists. That a further `up` is
 * a no-op is checked if something was adopted, or always if `thorough`.
 */
export async function upAgain(stage: Stage, shape: Shape, thorough: boolean): Promise<void> {
    let repairs: Map<Name, string> = new Map();
    let result = await stage.run("up");
    while (result.exitCode !== 0) {
        const errors = errorsOf(result);
        if (errors.length === 0) throw new Error(`failed without an error: ${JSON.stringify(result.diagnostics)}`);
        repairs = follow(stage, errors, repairs);
        result = await stage.run("up");
    }
    const there = whatExists(stage.emulator);
    expect(there.things).toEqual(oneOfEverything(shape, there));
    const ours = result.resources.filter(({ urn }) => isName(nameOf(urn)));
    expect(Object.fromEntries(ours.map(({ urn, id }) => [nameOf(urn), [id]]))).toEqual(there.ids);
    if (repairs.size === 0 && !thorough) return;
    stage.adopt({});
    const preview = await stage.run("preview");
    expect(preview).toMatchObject({ exitCode: 0, changes: { same: expect.any(Number) as number } });
    expect(Object.keys(preview.changes)).toEqual(["same"]);
}

/** Repeats `destroy`; afterwards nothing exists. */
export async function destroyAgain(stage: Stage): Promise<void> {
    const result = await stage.run("destroy");
    expect(errorsOf(result)).toEqual([]);
    expect(result).toMatchObject({ exitCode: 0, resources: [] });
    expect(Object.values(whatExists(stage.emulator).ids).flat()).toEqual([]);
}
