// Stack exports as the engine writes them, and the doctor's check of them against an emulator.
import { Connections } from "../../../src/provider/config/connections";
import { check, type Report } from "../../../src/commands/doctor/check";
import { settingsFrom } from "../../../src/commands/doctor/projects";
import { readStackExport } from "../../../src/commands/doctor/stackExport";
import type { Emulator } from "../../../src/emulator";
import type { Project } from "../../../src/provider/lifecycle";
import type { Type } from "../../support/types";

export interface Entry {
    readonly type: Type | (string & Record<never, never>);
    readonly name: string;
    readonly id?: string;
    readonly inputs?: object;
    readonly outputs?: object;
    readonly [field: string]: unknown;
}

export const urn = (type: string, name: string): string =>
    `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/clouddb:${type}::${name}`;

const resource = ({ type, name, ...rest }: Entry) => ({
    urn: urn(type, name),
    custom: true,
    type: `pulumi-nodejs:dynamic/clouddb:${type}`,
    ...rest,
});

/** The text of an export with these resources of the package, beside what no command counts: the stack, and a component of the package. */
export const stackExport = (resources: readonly Entry[], pending: readonly (Entry & { operation: string })[] = []) =>
    JSON.stringify({
        version: 3,
        deployment: {
            manifest: { time: "2030-01-01T00:00:00Z", magic: "m", version: "v3" },
            resources: [
                { urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", type: "pulumi:pulumi:Stack" },
                {
                    urn: "urn:pulumi:dev::shop::clouddb:index:PrivateService::part",
                    ...{ custom: false, type: "clouddb:index:PrivateService" },
                },
                ...resources.map(resource),
            ],
            pending_operations: pending.map(({ operation: type, ...entry }) => ({ resource: resource(entry), type })),
        },
    });

/** A fork that was made two days ago. @returns its id. */
export function oldFork({ create, world }: Emulator, name: string, environment = "DEV"): string {
    const { id, project_id } = create.service({ name, environment, age_ms: 48 * 3_600_000 });
    world.services.get(id)!.forked_from = { project_id, service_id: "parent" };
    return id;
}

/** The project of the first token, as the commands open it. */
export const projectOf = ({ token, url }: Emulator): Promise<Project> =>
    new Connections(settingsFrom({ CLOUDDB_API_KEY: token, CLOUDDB_BASE_URL: url }, undefined)).project(
        undefined,
        undefined,
    );

/** Checks an export with the first project's token, and asserts that nothing but GET requests was sent. */
export async function checked(
    emulator: Emulator,
    texts: string | readonly string[],
    environment: Readonly<Record<string, string>> = {},
    ignored?: readonly string[],
): Promise<Report> {
    emulator.clearRequests();
    const settings = settingsFrom(
        { CLOUDDB_API_KEY: emulator.token, CLOUDDB_BASE_URL: emulator.url, ...environment },
        undefined,
    );
    const states = [texts].flat().map((text) => readStackExport(text, "the export"));
    try {
        return await check(new Connections(settings), states, ignored);
    } finally {
        expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    }
}
