import { z } from "zod";
import { isOlder, type LogLine, logLines } from "../core/logLines";
import { badRequest, unprocessable } from "../core/refusal";
import { type Call, type Handlers, serviceOf } from "./call";

const entriesPerPage = 500;

const Position = z.tuple([z.number(), z.string()]);

const encode = ({ at, key }: LogLine) => Buffer.from(JSON.stringify([at, key])).toString("base64url");

function decode(cursor: string): { at: number; key: string } {
    try {
        const [at, key] = Position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
        return { at, key };
    } catch (cause) {
        throw Object.assign(badRequest("INVALID_CURSOR", "cursor: is not the last_cursor of an earlier response."), {
            cause,
        });
    }
}

const time = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

/** A predicate for the lines that match the query: all search terms, ignoring case, and any of the severities. */
function matcher({ query, cursor }: { query: Call<"getServiceLogs">["query"]; cursor?: { at: number; key: string } }) {
    const terms = query.search?.map((term) => term.toLowerCase()) ?? [];
    const severities = query.severities?.map((severity) => severity.toUpperCase());
    const [since, until] = [time(query.since), time(query.until)];
    if (since !== undefined && until !== undefined && since > until) {
        throw unprocessable("INVALID_RANGE", "since, until: the range is empty.");
    }
    return (line: LogLine) =>
        (since === undefined || line.at > since) &&
        (until === undefined || line.at < until) &&
        (query.node === undefined || line.node === query.node) &&
        (!severities || severities.includes(line.severity)) &&
        (!cursor || isOlder(line, cursor)) &&
        terms.every((term) => line.message.toLowerCase().includes(term));
}

export const logs: Handlers<"getServiceLogs"> = {
    getServiceLogs: (call) => {
        const { core, query } = call;
        const service = serviceOf(call);
        if (query.node !== undefined && query.node > service.replica_count) {
            throw unprocessable(
                "INVALID_NODE",
                `node: the service has ${service.replica_count + 1} node(s), counted from 0.`,
            );
        }
        const cursor = query.cursor === undefined ? undefined : decode(query.cursor);
        const wanted = logLines(service, core.now()).filter(matcher({ query, cursor }));
        const page = wanted.slice(0, entriesPerPage);
        const last = page.at(-1);
        const lastCursor = last && wanted.length > page.length ? encode(last) : undefined;
        const { aliases } = core.quirks;
        return {
            logs: page.map(({ message }) => message),
            entries: page.map(({ at, severity, message }) => ({
                message,
                severity,
                timestamp: new Date(at).toISOString(),
            })),
            last_cursor: aliases === "only" ? undefined : lastCursor,
            ...(aliases === "none" ? {} : { lastCursor }),
        };
    },
};
