import type * as pulumi from "@pulumi/pulumi";
import { registrationsOf } from "../../support/monitor";

/** What `work` throws in a program. */
export async function thrownBy(work: () => unknown): Promise<Error> {
    let thrown: unknown;
    await registrationsOf(() => {
        try {
            work();
        } catch (error) {
            thrown = error;
        }
    });
    return thrown as Error;
}

/** The value of an output. */
export const valueOf = <T>(output: pulumi.Output<T>): Promise<T> =>
    new Promise((resolve) => {
        output.apply((value) => resolve(value));
    });
