import { ApiError } from "../api";

const wordsOf = ({ code = "", apiMessage = "" }: ApiError) => `${code} ${apiMessage}`.trim();

/** Whether a refusal is about something that holds on to the thing, and not about the thing itself. One without a word may be. */
export const saysHeld = (refusal: ApiError): boolean => {
    const words = wordsOf(refusal);
    if (words === "") return refusal.kind === "conflict";
    return /in.?use|depend|attach|peer|replica|child|still/i.test(words) && !saysProtected(refusal);
};

/** A protection is there to stay: waiting would be in vain. */
export const saysProtected = (refusal: ApiError): boolean => /protect/i.test(wordsOf(refusal));

/** Why the API does not delete a thing now; undefined when it does. Any other error is thrown. */
export async function refusalOf(work: () => Promise<void>): Promise<ApiError | undefined> {
    try {
        await work();
        return undefined;
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const passes =
            error.kind === "conflict" || error.kind === "busy" || (error.kind === "invalid" && saysHeld(error));
        if (passes) return error;
        throw error;
    }
}
