import { systemClock } from "../../clock";
import { deploy } from "../deploy";
import type { Display, Output } from "../display/display";
import { LineDisplay } from "../display/lineDisplay";
import { styleFor } from "../display/style";
import { TerminalDisplay } from "../display/terminalDisplay";
import type { OperationCommand } from "./arguments";
import { Interrupt } from "./interrupt";
import { jsonResult } from "./jsonResult";
import { stateFileOf } from "./stateFile";

function displayOn(output: Output): Display {
    const style = styleFor(output.isTTY ?? false, process.env);
    return output.isTTY ? new TerminalDisplay(output, style, systemClock) : new LineDisplay(output, style, systemClock);
}

/** @returns the exit code */
export async function operate(command: OperationCommand): Promise<number> {
    const { json, showSecrets, stateFile, dir = process.cwd(), ...options } = command;
    const display = json ? undefined : displayOn(process.stdout);
    const interrupt = new Interrupt((message) => process.stderr.write(`${message}\n`));
    try {
        const result = await deploy({
            ...options,
            dir,
            stateFile: stateFileOf(dir, command.stack, stateFile),
            signal: interrupt.signal,
            onEvent: (event) => display?.on(event),
        });
        if (json) process.stdout.write(`${jsonResult(result, showSecrets)}\n`);
        return result.exitCode;
    } finally {
        display?.close();
        interrupt.release();
    }
}
