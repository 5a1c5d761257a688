import { ApiError, endpoints, type RequestAttempt, type RequestPause, type UnansweredRequest } from "../api";
import { duration, glance } from "../../shared/duration";
import { namespace } from "./settings";
import { withoutPeriod } from "../../shared/visible";

/** Where the settings are read from, as a hint names it. */
export interface SettingSources {
    readonly apiKey: string;
    readonly baseUrl: string;
    readonly projectId: string;
    /** What else is to be known of a key that is refused. */
    readonly refusedKey?: string;
}

const ofDeployment: SettingSources = {
    apiKey: `\`${namespace}:apiKey\`, the provider's or the profile's \`apiKey\`, or CLOUDDB_API_KEY`,
    baseUrl: `\`${namespace}:baseUrl\``,
    projectId: `\`${namespace}:projectId\``,
    refusedKey:
        "`pulumi refresh`, `pulumi destroy` and the reads of the native provider use the one of the last `pulumi up`, or with `--run-program` the configured one.",
};

/**
 * The error's message. Where the configuration is the likely cause, a hint is added: an API key that is refused, a base URL
 * under which not even a collection exists, or one that cannot be reached.
 */
export function withHint(
    thrown: Error,
    { apiKey, baseUrl, projectId, refusedKey }: SettingSources = ofDeployment,
): string {
    const error = thrown instanceof ApiError ? thrown : thrown.cause;
    if (!(error instanceof ApiError)) return thrown.message;
    const said = withoutPeriod(thrown.message);
    const ofKey = refusedKey ? ` ${refusedKey}` : "";
    if (error.kind === "unauthorised") return `${said}. Is the API key right (${apiKey})?${ofKey}`;
    if (error.kind === "forbidden" && error.path === endpoints.getCallerIdentity.path)
        return `${said}. The API key (${apiKey}) may not ask which project it belongs to: name the project, ${projectId}.`;
    if (error.kind === "forbidden")
        return `${said}. May the API key (${apiKey}) do this in the project? A personal access token reaches one project.${error.method === "GET" ? ofKey : ""}`;
    if (error.kind === "notFound" && collections.some((path) => path.test(error.path)))
        return `${said}. Is the address right (${baseUrl}, up to its \`v1\`), and may the API key see the project?`;
    if (error.kind === "notFound" && error.method === "GET" && !error.structured)
        return `${said}. It is not the API's own answer, so it does not prove that anything is gone. Is the address right (${baseUrl}, up to its \`v1\`)? If it is, and the resource is gone, remove it with \`pulumi state delete\`.`;
    if (error.kind === "notFound" && innerLists.some((path) => path.test(error.path)))
        return `${said}. Does the resource exist whose id is in this path? If it does, the answers of the API contradict each other: repeat the operation, and if that does not help, ask the API's operator.`;
    const { code = "" } = (error.cause ?? {}) as { readonly code?: string };
    const hint = error.kind === "transport" ? connectionHint(code, baseUrl) : undefined;
    return hint === undefined ? thrown.message : `${said}. ${hint}`;
}

/** What to check where no connection could be made at all, by the error's code. */
function connectionHint(code: string, baseUrl: string): string | undefined {
    if (code === "ERR_SSL_WRONG_VERSION_NUMBER")
        return `Is the address right (${baseUrl})? For an emulator on this machine, it begins with http://.`;
    if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "CERT_HAS_EXPIRED")
        return `Is the address right (${baseUrl})? The certificate of that server is not valid for it.`;
    if (/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/.test(code))
        return `This machine does not trust the server's certificate. Is the address right (${baseUrl})? If the certificate is your organization's, name the file of its authority in NODE_EXTRA_CA_CERTS.`;
    return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_(SSL|TLS)_\w+|\w*CERT\w*)$/.test(
        code,
    )
        ? `Is the address right (${baseUrl}), and can this machine reach it?`
        : undefined;
}

/** The paths of the lists with this many ids after the project's. */
const listsUnder = (ids: number): RegExp[] =>
    Object.values(endpoints)
        .filter(({ verb, path }) => verb === "GET" && !path.endsWith("}"))
        .map(({ path }) => path.replace("{project_id}", "[^/]+"))
        .filter((path) => path.split("{").length === ids + 1)
        .map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`));

/** In an existing project, they never answer 404. */
const collections = listsUnder(0);
const innerLists = listsUnder(1);

/** How a request is told of that waits for its answer. */
export const unansweredText = ({ method, path, limit }: UnansweredRequest): string =>
    `waiting for the API's answer to ${method} ${path}, at most ${duration(limit)}`;

/** How a late answer is told of. Undefined for others. */
export const lateAnswerText = ({ status, milliseconds }: RequestAttempt): string | undefined =>
    status === undefined || milliseconds < glance ? undefined : `the API answered after ${duration(milliseconds)}`;

/** How a pause before another attempt is told. Undefined for one that is over at a glance. */
export function pauseText({ status, milliseconds }: RequestPause): string | undefined {
    if (milliseconds < glance) return undefined;
    const why = status === undefined ? "the API does not answer" : `the API answers ${status}`;
    return `${why}: asking again in ${duration(milliseconds)}`;
}
