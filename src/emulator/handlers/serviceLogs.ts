import { z } from "zod";
import { badRequest, unprocessable } from "../core/refusals";
import { type LogLine, logLines } from "../resources/serviceLogs";
import { type Call, type Handlers, serviceOf } from "./call";

const entriesPerPage = 500;

const Position = z.tuple([z.number(), z.string()]);
type Position = z.output<typeof Position>;

const encode = ({ at, key }: LogLine) => Buffer.from(JSON.stringify([at, key])).toString("base64url");

function decode(cursor: string): Position {
    try {
        return Position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    } catch (cause) {
        throw Object.assign(badRequest("INVALID_CURSOR", "cursor: is not the last_cursor of an earlier response."), {
            cause,
        });
    }
}

const isOlder = ({ at, key }: LogLine, [thanAt, thanKey]: Position) => at < thanAt || (at === thanAt && key < thanKey);

/** A predicate for the lines that match the query: all search terms, ignoring case, and any of the severities. */
function matcher(query: Call<"getServiceLogs">["query"]) {
    const terms = query.search?.map((term) => term.toLowerCase()) ?? [];
    const severities = query.severities?.map((severity) => severity.toUpperCase());
    const since = query.since === undefined ? -Infinity : Date.parse(query.since);
    const until = query.until === undefined ? Infinity : Date.parse(query.until);
    if (since > until) throw unprocessable("INVALID_RANGE", "since, until: the range is empty.");
    const cursor = query.cursor === undefined ? undefined : decode(query.cursor);
    return (line: LogLine) =>
        line.at > since &&
        line.at < until &&
        (query.node === undefined || line.node === query.node) &&
        (!severities || severities.includes(line.severity)) &&
        (!cursor || isOlder(line, cursor)) &&
        terms.every((term) => line.message.toLowerCase().includes(term));
}

export const serviceLogs = {
    getServiceLogs: (call) => {
        const { core, query } = call;
        const service = serviceOf(call);
        const nodes = service.replica_count + 1;
        if (query.node !== undefined && query.node >= nodes) {
            throw unprocessable("INVALID_NODE", `node: the service has ${nodes} node(s), counted from 0.`);
        }
        const matching = logLines(service, core.now(), core.hasDatabases).filter(matcher(query));
        const page = matching.slice(0, entriesPerPage);
        const last = page.at(-1);
        return {
            logs: page.map(({ message }) => message),
            entries: page.map(({ at, severity, message }) => ({
                message,
                severity,
                timestamp: new Date(at).toISOString(),
            })),
            last_cursor: last && matching.length > page.length ? encode(last) : undefined,
        };
    },
} satisfies Partial<Handlers>;
