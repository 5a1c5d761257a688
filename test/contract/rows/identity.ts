import { apiErrorOf } from "../../provider/api/support";
import { emulatedTest, story } from "../support/story";

const text = expect.any(String) as string;

export function identity(): void {
    test("whoami tells the kind of the caller, and who it is", async () => {
        const who = await story.client.identity.whoami();
        expect(who.type === "apiKey" ? who.apiKey : who.oauth).toBeDefined();
    });

    emulatedTest("whoami of a personal access token", async () => {
        expect(await story.client.identity.whoami()).toEqual({
            type: "apiKey",
            apiKey: {
                name: text,
                created: text,
                publicKey: text,
                issuingUser: { id: text, name: text, email: text },
                project: { id: story.projectId, name: text, planType: text },
            },
        });
    });

    emulatedTest("whoami of an OAuth user", async () => {
        const user = { id: text, name: text, email: text };
        expect(await story.oauth.identity.whoami()).toEqual({ type: "oauth", oauth: { user } });
    });

    test("projects of the caller", async () => {
        const { records } = await story.client.identity.projects();
        expect(records).toContainEqual({ id: story.projectId, name: text });
    });

    test("a key that nobody has issued is not authorised", async () => {
        const stranger = story.connect("nobody-has-issued-this");
        expect(await apiErrorOf(stranger.identity.whoami())).toMatchObject({ kind: "unauthorised", status: 401 });
    });
}
