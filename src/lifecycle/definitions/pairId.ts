import { UserError } from "../errors";

/** An id that consists of two: `vpcId/peeringId`. */
export const pairId = (what: string, first: string, second: string) => ({
    join: (a: string, b: string): string => `${a}/${b}`,
    split(id: string): [string, string] {
        const [a, b, ...rest] = id.split("/");
        if (!a || !b || rest.length > 0) {
            throw new UserError(`${JSON.stringify(id)} is not the id of ${what}: it has the form ${first}/${second}.`);
        }
        return [a, b];
    },
});
