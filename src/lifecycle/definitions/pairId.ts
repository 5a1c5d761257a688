import { UserError } from "../errors";

/** The id of a child, which begins with its parent's. */
export const childId = (parent: string, own: string): string => `${parent}/${own}`;

/** The parent's part of a child's id. */
export const parentIn = (id: string): string | undefined => id.split("/", 1)[0];

/** An id that consists of two: `vpcId/peeringId`. */
export const pairId = (what: string, first: string, second: string) => ({
    join: childId,
    split(id: string): [string, string] {
        const [a, b, ...rest] = id.split("/");
        if (!a || !b || rest.length > 0) {
            throw new UserError(`${JSON.stringify(id)} is not the id of ${what}: it has the form ${first}/${second}.`);
        }
        return [a, b];
    },
});
