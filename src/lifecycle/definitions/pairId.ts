import { UserError } from "../errors";

/** The id of a child, which begins with its parent's. */
export const childId = (parent: string, own: string): string => `${parent}/${own}`;

/** The parent's part of a child's id and the API's own, of an id that has been checked. */
export function partsOf(id: string): readonly [parent: string, own: string] {
    const [parent = "", own = ""] = id.split("/");
    return [parent, own];
}

/** Splits the id of a child: `vpcId/peeringId`. @throws UserError if it is none. */
export const idSplitter =
    (what: string, first: string, second: string) =>
    (id: string): [string, string] => {
        const [a, b, ...rest] = id.split("/");
        if (!a || !b || rest.length > 0) {
            throw new UserError(`${JSON.stringify(id)} is not the id of ${what}: it has the form ${first}/${second}.`);
        }
        return [a, b];
    };
