import { z } from "zod";
import { type addons, type forkStrategies, type serviceStatuses, serviceTypes } from "../../provider/api/schemas";
import { defaultEnvironment, defaultRegion, defaultSize } from "../core/refusals";
import type { ReplicaSetRow } from "./replicaSet";
import { type Changing, type CreationContext, gone, type ResourceType, same, type Transitions } from "./resourceType";
import { logEvent, type LogRow } from "./serviceLogs";

export type Addon = (typeof addons)[number];
export type ForkStrategy = (typeof forkStrategies)[number];
export type ServiceType = (typeof serviceTypes)[number];
type ServiceStatus = (typeof serviceStatuses)[number];

const fields = z.strictObject({
    name: z.string(),
    status: z.string(),
    region_code: z.string(),
    /** `null`, like `memory_gbs`, for shared resources. */
    cpu_millis: z.number().positive().nullable(),
    memory_gbs: z.number().positive().nullable(),
    replica_count: z.int().min(0),
    sync_replica_count: z.int().min(0),
    pooler: z.boolean(),
    environment: z.string().nullable(),
    vpc_id: z.string().nullable(),
    endpoint: z.boolean(),
    password: z.string().regex(/^[^\0]*$/, "must not contain a NUL character"),
    /** Time of the first backup, in milliseconds since the epoch. */
    backup_at: z.number().nullable(),
});

export interface ServiceRow extends Changing, z.output<typeof fields> {
    kind: "service";
    project_id: string;
    created_at: number;
    service_type: ServiceType;
    addons: readonly Addon[];
    volume_type: string;
    forked_from: { project_id: string; service_id: string } | null;
    /** The service whose data it has, at a moment in milliseconds since the epoch; `null` for that of its creation. */
    copy_of: { service_id: string; at: number | null } | null;
    /** The moment of the last snapshot that was requested; `null` if there is none. */
    snapshot_at: number | null;
    replica_sets: ReplicaSetRow[];
    /** What has happened to it, and what the control API has added; the routine lines come in addition. */
    logs: LogRow[];
}

/** The statuses in which a service can be changed. */
const running = ["READY", "UNSTABLE"] as const satisfies ServiceStatus[];
const calm = [...running, "PAUSED"] as const satisfies ServiceStatus[];
const busy = ["QUEUED", "CONFIGURING", "RESUMING", "PAUSING", "UPGRADING", "OPTIMIZING"] as const;

const deletion = { title: "deletion", from: [...busy, ...calm], then: gone, interrupts: true } as const;

const transitions = {
    create: { title: "creation", from: [], through: { QUEUED: 10, CONFIGURING: 110 }, then: "READY" },
    createTimeSeries: {
        title: "creation",
        from: [],
        through: { QUEUED: 10, CONFIGURING: 110, OPTIMIZING: 30 },
        then: "READY",
    },
    forkLastSnapshot: {
        title: "fork of the last snapshot of service {parent}",
        from: [],
        parent: calm,
        needsBackup: true,
        through: { QUEUED: 10, CONFIGURING: 60 },
        then: "READY",
    },
    forkNow: {
        title: "fork of the current state of service {parent}",
        from: [],
        parent: running,
        through: { QUEUED: 60, CONFIGURING: 60 },
        then: "READY",
    },
    forkPitr: {
        title: "fork of a point in time of service {parent}",
        from: [],
        parent: calm,
        through: { QUEUED: 10, CONFIGURING: 240, OPTIMIZING: 60 },
        then: "READY",
    },
    start: { title: "start", from: ["PAUSED"], through: { RESUMING: 60 }, then: "READY" },
    stop: { title: "pause", from: running, through: { PAUSING: 40 }, then: "PAUSED" },
    resize: { title: "resize", from: running, through: { UPGRADING: 150, CONFIGURING: 10 }, then: "READY" },
    setHa: { title: "change of the replicas", from: running, through: { CONFIGURING: 90 }, then: "READY" },
    setPooler: { title: "change of the connection pooler", from: running, through: { CONFIGURING: 20 }, then: "READY" },
    attach: { title: "attachment to a VPC", from: running, through: { [same]: 30 }, then: same },
    detach: { title: "detachment from the VPC", from: running, through: { [same]: 20 }, then: same },
    setEnvironment: { title: "change of the environment", from: calm, through: {}, then: same },
    setEnvironmentRunning: { title: "change of the environment", from: running, through: {}, then: same },
    updatePassword: { title: "change of the password", from: calm, through: {}, then: same },
    updatePasswordRunning: { title: "change of the password", from: running, through: {}, then: same },
    maintain: { title: "maintenance", from: running, through: { OPTIMIZING: 120 }, then: "READY" },
    delete: { ...deletion, through: { DELETING: 60 } },
    deleteWithTombstone: { ...deletion, through: { DELETING: 60, DELETED: 600 } },
} as const satisfies Transitions<ServiceStatus>;

export type ServiceOperation = keyof typeof transitions;

/** The values of a service for which nothing else is requested. */
const unrequested = () =>
    ({
        replica_count: 0,
        sync_replica_count: 0,
        pooler: false,
        vpc_id: null,
        forked_from: null,
        copy_of: null,
        snapshot_at: null,
        addons: [],
        endpoint: false,
        backup_at: null,
        volume_type: "gp3",
        environment: defaultEnvironment,
        replica_sets: [],
        logs: [],
        operation: null,
    }) satisfies Partial<ServiceRow>;

const drift = fields.partial();

const given = drift
    .extend({
        id: z.string(),
        project_id: z.string(),
        service_type: z.enum(serviceTypes),
        /** Age in milliseconds. Default: 1 day. */
        age_ms: z.number().min(0),
    })
    .partial();

export const service = {
    kind: "service",
    noun: "service",
    drift,
    given,
    create(
        { age_ms: age = 24 * 3_600_000, project_id, ...wanted }: z.output<typeof given> & Partial<ServiceRow>,
        id: string,
        context: CreationContext,
    ): ServiceRow {
        const created_at = context.now() - age;
        return {
            ...unrequested(),
            project_id: context.projectId(project_id),
            name: "out-of-band",
            region_code: defaultRegion,
            service_type: "POSTGRES",
            status: "READY",
            ...defaultSize,
            created_at,
            endpoint: true,
            password: context.random.password(),
            backup_at: created_at,
            ...wanted,
            kind: "service",
            id,
        };
    },
    defaults: unrequested,
    transitions,
    failed: "UNSTABLE",
    onEvent(row: ServiceRow, event) {
        const { title } = transitions[event.operation as ServiceOperation];
        logEvent(row, event, title.replace("{parent}", row.forked_from?.service_id ?? ""));
    },
} as const satisfies ResourceType<ServiceRow>;
