import { createClient } from "../../../src/api";
import { emulatedRow, refusedRow, row, type Row } from "../support/row";

const text = expect.any(String) as string;

export const identityRows: readonly Row[] = [
    row(
        "whoami tells the kind of the caller, and who it is",
        ({ client }) => client.identity.whoami(),
        (who) => expect(who.type === "apiKey" ? who.apiKey : who.oauth).toBeDefined(),
    ),
    emulatedRow(
        "whoami of a personal access token",
        ({ client }) => client.identity.whoami(),
        (who, { projectId }) =>
            expect(who).toEqual({
                type: "apiKey",
                apiKey: {
                    name: text,
                    created: text,
                    publicKey: text,
                    issuingUser: { id: text, name: text, email: text },
                    project: { id: projectId, name: text, planType: text },
                },
            }),
    ),
    emulatedRow(
        "whoami of an OAuth user",
        ({ oauth }) => oauth!.identity.whoami(),
        (who) => expect(who).toEqual({ type: "oauth", oauth: { user: { id: text, name: text, email: text } } }),
    ),
    row(
        "projects of the caller",
        ({ client }) => client.identity.projects(),
        ({ records }, { projectId }) => expect(records).toContainEqual({ id: projectId, name: text }),
    ),
    emulatedRow(
        "projects of a personal access token: its own alone",
        ({ client }) => client.identity.projects(),
        ({ records }) => expect(records).toHaveLength(1),
    ),
    emulatedRow(
        "projects of an OAuth user: all of the user's",
        ({ oauth }) => oauth!.identity.projects(),
        ({ records }) => expect(records).toHaveLength(2),
    ),
    refusedRow(
        "a key that nobody has issued is not authorised",
        async ({ recorder }) => {
            const stranger = createClient({ baseUrl: recorder.baseUrl, apiKey: "nobody-has-issued-this" });
            return stranger.identity.whoami().finally(() => stranger.close());
        },
        { kind: "unauthorised", status: 401 },
    ),
];
