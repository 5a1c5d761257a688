import { didYouMean } from "../../provider/config/problems";
import { isLeaving, resourceNameIn, sameName, UserError } from "../../provider/lifecycle";

export interface ListedService {
    readonly serviceId: string;
    readonly name?: string | undefined;
    readonly status?: string | undefined;
}

/** How many services an error names. */
const mostNamed = 10;

/**
 * The service that a user means, by its id, its name, or the name of its resource in a program, with which a generated name begins.
 * @throws UserError - if it is none, or one of several; with their names and ids.
 */
export function meantService<Service extends ListedService>(
    services: readonly Service[],
    wanted: string,
    projectId: string,
): Service {
    const byId = services.find(({ serviceId }) => serviceId === wanted);
    if (byId !== undefined) return byId;
    const staying = services.filter(({ status }) => !isLeaving(status));
    const named = staying.filter(({ name }) => sameName(wanted, name));
    const [found, ...others] = named.length > 0 ? named : staying.filter((one) => isCalled(one, wanted));
    if (found === undefined)
        throw new UserError(`There is no service ${wanted} in project ${projectId}${candidates(staying, wanted)}`);
    if (others.length > 0)
        throw new UserError(
            `Several services have the name ${wanted}: ${[found, ...others].map(labelOf).join(", ")}. Give the id of one.`,
        );
    return found;
}

/** Whether a service has this name, or its resource has it. */
export const isCalled = ({ name }: { readonly name?: string | undefined }, wanted: string): boolean =>
    sameName(wanted, name) || sameName(wanted, resourceNameIn(name));

const labelOf = ({ name, serviceId }: ListedService): string =>
    name === undefined ? serviceId : `${name} (${serviceId})`;

/** The end of a message: what is meant, or what exists. */
function candidates(services: readonly ListedService[], wanted: string): string {
    const namesOf = ({ serviceId, name = "" }: ListedService) => [serviceId, name, resourceNameIn(name) ?? ""];
    const meant = didYouMean(wanted, services.flatMap(namesOf));
    const near = services.find((one) => meant !== undefined && namesOf(one).includes(meant));
    if (near !== undefined) return `: did you mean ${labelOf(near)}?`;
    if (services.length === 0) return ", which has none.";
    const more = services.length > mostNamed ? ` and ${services.length - mostNamed} more` : "";
    return `, which has ${services.slice(0, mostNamed).map(labelOf).join(", ")}${more}.`;
}
