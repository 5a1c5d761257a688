// Resources created outside the API: they exist immediately, with no operation in progress.
import { z } from "zod";
import type { Core } from "./core";
import { conflict, notFound } from "./refusal";
import type { PeeringRow, ReplicaSetRow, ServiceRow, VpcRow } from "./rows";
import { environments, serviceTypes } from "../../api/schemas";
import { defaultEnvironment, defaultSize, regions } from "./rules";

const Common = { project_id: z.string().optional(), id: z.string().optional() };

export const NewService = z.strictObject({
    ...Common,
    name: z.string().default("out-of-band"),
    region_code: z.string().default(regions[0]),
    service_type: z.enum(serviceTypes).default("POSTGRES"),
    status: z.string().default("READY"),
    cpu_millis: z.number().nullable().default(defaultSize.cpu_millis),
    memory_gbs: z.number().nullable().default(defaultSize.memory_gbs),
    replica_count: z.int().min(0).default(0),
    sync_replica_count: z.int().min(0).default(0),
    pooler: z.boolean().default(false),
    environment: z.enum(environments).nullable().default(defaultEnvironment),
    vpc_id: z.string().nullable().default(null),
    /** Age in milliseconds. Default: 1 day. */
    age_ms: z
        .number()
        .min(0)
        .default(24 * 3_600_000),
});
export const NewVpc = z.strictObject({
    ...Common,
    name: z.string().default("out-of-band"),
    cidr: z.string().default("10.99.0.0/16"),
    region_code: z.string().default(regions[0]),
});
export const NewReplicaSet = z.strictObject({
    id: z.string().optional(),
    service_id: z.string(),
    name: z.string().default("out-of-band"),
    nodes: z.int().min(1).default(1),
    cpu_millis: z.number().default(500),
    memory_gbs: z.number().default(2),
    pooler: z.boolean().default(false),
    environment: z.enum(environments).nullable().default(defaultEnvironment),
    status: z.string().default("active"),
});
export const NewPeering = z.strictObject({
    id: z.string().optional(),
    vpc_id: z.string(),
    peer_account_id: z.string().default("123456789012"),
    peer_region_code: z.string().default(regions[0]),
    peer_vpc_id: z.string().default("vpc-0a1b2c3d"),
    status: z.string().default("active"),
});

function freeId(core: Core, wanted: string | undefined): string {
    if (wanted === undefined) return core.newId();
    if (!core.takeId(wanted)) throw conflict("ID_TAKEN", `The id ${wanted} is taken.`);
    return wanted;
}

/** Looks up a project by id or name. Default: the first. */
function projectId(core: Core, wanted: string | undefined): string {
    const projects = [...core.world.projects.values()];
    const found =
        wanted === undefined ? projects[0] : projects.find(({ id, name }) => id === wanted || name === wanted);
    if (!found) throw notFound("project", wanted ?? "");
    return found.id;
}

export function addService(core: Core, input: z.input<typeof NewService>): ServiceRow {
    const { age_ms, project_id, id, ...given } = NewService.parse(input);
    const created = core.now() - age_ms;
    const row: ServiceRow = {
        kind: "service",
        id: freeId(core, id),
        project_id: projectId(core, project_id),
        ...given,
        created_at: created,
        volume_type: "gp3",
        forked_from: null,
        endpoint: true,
        password: core.random.password(),
        backup_at: created,
        replica_sets: [],
        logs: [],
        operation: null,
    };
    core.world.services.set(row.id, row);
    return row;
}

export function addVpc(core: Core, input: z.input<typeof NewVpc>): VpcRow {
    const { project_id, id, ...given } = NewVpc.parse(input);
    const row: VpcRow = {
        kind: "vpc",
        id: freeId(core, id),
        project_id: projectId(core, project_id),
        ...given,
        peerings: [],
    };
    core.world.vpcs.set(row.id, row);
    return row;
}

export function addReplicaSet(core: Core, input: z.input<typeof NewReplicaSet>): ReplicaSetRow {
    const { id, ...given } = NewReplicaSet.parse(input);
    const parent = core.world.services.get(given.service_id);
    if (!parent) throw notFound("service", given.service_id);
    const row: ReplicaSetRow = { kind: "replicaSet", id: freeId(core, id), ...given, endpoint: true, operation: null };
    parent.replica_sets.push(row);
    return row;
}

export function addPeering(core: Core, input: z.input<typeof NewPeering>): PeeringRow {
    const { id, ...given } = NewPeering.parse(input);
    const parent = core.world.vpcs.get(given.vpc_id);
    if (!parent) throw notFound("VPC", given.vpc_id);
    const row: PeeringRow = {
        kind: "peering",
        id: freeId(core, id),
        ...given,
        provisioned_id: `pcx-${core.random.id(17)}`,
        error_message: null,
        operation: null,
    };
    parent.peerings.push(row);
    return row;
}
