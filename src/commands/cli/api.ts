// What the commands that ask the API have in common: the settings and the explanation of failures.
import type { Command } from "@commander-js/extra-typings";
import { systemClock } from "../../shared/clock";
import { Connections, type ConnectionHooks } from "../../provider/config/connections";
import { pauseText, unansweredText, withHint } from "../../provider/config/hints";
import { settingsFrom, sources } from "../doctor/projects";
import { asError } from "../../provider/lifecycle";
import { addCommand, Failure, say, UsageError } from "./command";

const environment = `
Environment:
  CLOUDDB_API_KEY     the API key; there is no option for it
  CLOUDDB_PROJECT_ID  the project (default: the one that the key is scoped to)
  CLOUDDB_PROFILES    the JSON of clouddb:profiles, for resources with a profile`;

/** Adds a command that asks the API. */
export const addApiCommand = (parent: Command, name: string, summary: string, example: string) =>
    addCommand(parent, name, summary, example)
        .option("--base-url <url>", "the API's base URL (default: CLOUDDB_BASE_URL)")
        .addHelpText("after", environment);

/** @throws UserError - if a setting is missing or invalid. */
export const connect = (baseUrl: string | undefined, hooks?: ConnectionHooks): Connections =>
    new Connections(settingsFrom(process.env, baseUrl), systemClock, {
        onUnanswered: (request) => say(unansweredText(request)),
        onPause: tellPause,
        ...hooks,
    });

const tellPause: NonNullable<ConnectionHooks["onPause"]> = (pause) => {
    const text = pauseText(pause);
    if (text !== undefined) say(text);
};

/** The exit code if the API cannot be asked, or an input cannot be read. */
const trouble = 2;

/** The action of a command that asks the API: a failure is explained. */
export const asking =
    <Given extends unknown[]>(action: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
        try {
            await action(...given);
        } catch (error) {
            if (error instanceof UsageError || error instanceof Failure) throw error;
            throw new Failure(withHint(asError(error), sources), trouble, { cause: error });
        }
    };
