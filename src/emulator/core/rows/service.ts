import { z } from "zod";
import { type addons, type forkStrategies, serviceTypes } from "../../../api/schemas";
import { defaultEnvironment, defaultSize, regions, type Size } from "../rules";
import { gone, same, type Transitions } from "../transition";
import type { ReplicaSetRow } from "./replicaSet";
import type { Changing } from "./row";
import { defineRowType } from "./rowType";
import { linesOf, type LogRow } from "./serviceEvents";
import { running, type ServiceStatus, settled } from "./serviceStatus";

export type Addon = (typeof addons)[number];
export type ForkStrategy = (typeof forkStrategies)[number];
export type ServiceType = (typeof serviceTypes)[number];

export interface ServiceRow extends Changing, Size {
    kind: "service";
    project_id: string;
    name: string;
    region_code: string;
    created_at: number;
    service_type: ServiceType;
    volume_type: string;
    replica_count: number;
    sync_replica_count: number;
    pooler: boolean;
    environment: string | null;
    vpc_id: string | null;
    forked_from: { project_id: string; service_id: string } | null;
    /** Whether it has an address. */
    endpoint: boolean;
    password: string;
    /** Time of the first backup, in milliseconds since the epoch. */
    backup_at: number | null;
    replica_sets: ReplicaSetRow[];
    /** What has happened to it, and what the control API has added; the routine lines come in addition. */
    logs: LogRow[];
}

const transitions = {
    create: {
        from: [],
        through: [
            ["QUEUED", 10],
            ["CONFIGURING", 110],
        ],
        then: "READY",
    },
    createTimeSeries: {
        from: [],
        through: [
            ["QUEUED", 10],
            ["CONFIGURING", 110],
            ["OPTIMIZING", 30],
        ],
        then: "READY",
    },
    forkLastSnapshot: {
        from: [],
        parent: settled,
        through: [
            ["QUEUED", 10],
            ["CONFIGURING", 60],
        ],
        then: "READY",
    },
    forkNow: {
        from: [],
        parent: running,
        through: [
            ["QUEUED", 60],
            ["CONFIGURING", 60],
        ],
        then: "READY",
    },
    forkPitr: {
        from: [],
        parent: settled,
        through: [
            ["QUEUED", 10],
            ["CONFIGURING", 240],
            ["OPTIMIZING", 60],
        ],
        then: "READY",
    },
    start: { from: ["PAUSED"], through: [["RESUMING", 60]], then: "READY" },
    stop: { from: running, through: [["PAUSING", 40]], then: "PAUSED" },
    resize: {
        from: running,
        through: [
            ["UPGRADING", 150],
            ["CONFIGURING", 10],
        ],
        then: "READY",
    },
    setHa: { from: running, through: [["CONFIGURING", 90]], then: "READY" },
    setPooler: { from: running, through: [["CONFIGURING", 20]], then: "READY" },
    attach: { from: running, through: [[same, 30]], then: same },
    detach: { from: running, through: [[same, 20]], then: same },
    setEnvironment: { from: settled, through: [], then: same },
    setEnvironmentRunning: { from: running, through: [], then: same },
    updatePassword: { from: settled, through: [], then: same },
    updatePasswordRunning: { from: running, through: [], then: same },
    maintain: { from: running, through: [["OPTIMIZING", 120]], then: "READY" },
    delete: {
        from: ["QUEUED", "CONFIGURING", "RESUMING", "PAUSING", "UPGRADING", "OPTIMIZING", ...settled],
        through: [["DELETING", 60]],
        then: gone,
        interrupts: true,
    },
    deleteWithTombstone: {
        from: ["QUEUED", "CONFIGURING", "RESUMING", "PAUSING", "UPGRADING", "OPTIMIZING", ...settled],
        through: [
            ["DELETING", 60],
            ["DELETED", 600],
        ],
        then: gone,
        interrupts: true,
    },
} as const satisfies Transitions<ServiceStatus>;

export type ServiceOperation = keyof typeof transitions;

/** For the service's log. */
const titles: Readonly<Record<ServiceOperation, (row: ServiceRow) => string>> = {
    create: () => "creation",
    createTimeSeries: () => "creation",
    forkLastSnapshot: (row) => forkTitle(row, "the last snapshot"),
    forkNow: (row) => forkTitle(row, "the current state"),
    forkPitr: (row) => forkTitle(row, "a point in time"),
    start: () => "start",
    stop: () => "pause",
    resize: () => "resize",
    setHa: () => "change of the replicas",
    setPooler: () => "change of the connection pooler",
    attach: () => "attachment to a VPC",
    detach: () => "detachment from the VPC",
    setEnvironment: () => "change of the environment",
    setEnvironmentRunning: () => "change of the environment",
    updatePassword: () => "change of the password",
    updatePasswordRunning: () => "change of the password",
    maintain: () => "maintenance",
    delete: () => "deletion",
    deleteWithTombstone: () => "deletion",
};

const forkTitle = ({ forked_from: parent }: ServiceRow, what: string) =>
    `fork of ${what} of service ${parent?.service_id ?? ""}`;

/** What a service has unless a request says otherwise. */
const defaults = () =>
    ({
        replica_count: 0,
        sync_replica_count: 0,
        pooler: false,
        vpc_id: null,
        forked_from: null,
        endpoint: false,
        backup_at: null,
        volume_type: "gp3",
        environment: defaultEnvironment,
        replica_sets: [],
        logs: [],
        operation: null,
    }) satisfies Partial<ServiceRow>;

type Given = Omit<ServiceRow, "kind" | keyof ReturnType<typeof defaults>> & Partial<ServiceRow>;

export const serviceRow = (given: Given): ServiceRow => ({ kind: "service", ...defaults(), ...given });

const drift = z
    .strictObject({
        name: z.string(),
        status: z.string(),
        region_code: z.string(),
        cpu_millis: z.number().positive().nullable(),
        memory_gbs: z.number().positive().nullable(),
        replica_count: z.int().min(0),
        sync_replica_count: z.int().min(0),
        pooler: z.boolean(),
        environment: z.string().nullable(),
        vpc_id: z.string().nullable(),
        endpoint: z.boolean(),
        password: z.string(),
        backup_at: z.number().nullable(),
    })
    .partial();

const oneDayMs = 24 * 3_600_000;

export const service = defineRowType<ServiceRow>()({
    kind: "service",
    noun: "service",
    plural: "services",
    containedIn: null,
    children: (row) => ({ replicaSet: row.replica_sets }),
    secrets: ["password"],
    drift,
    fixed: {
        project_id: true,
        created_at: true,
        service_type: true,
        volume_type: true,
        forked_from: true,
        replica_sets: true,
        logs: true,
    },
    given: drift
        .extend({
            id: z.string(),
            project_id: z.string(),
            service_type: z.enum(serviceTypes),
            /** Age in milliseconds. Default: 1 day. */
            age_ms: z.number().min(0),
        })
        .partial(),
    create({ age_ms: age = oneDayMs, project_id: project, ...given }, { id, now, random, projectId }) {
        const created = now - age;
        return serviceRow({
            project_id: projectId(project),
            name: "out-of-band",
            region_code: regions[0],
            service_type: "POSTGRES",
            status: "READY",
            ...defaultSize,
            created_at: created,
            endpoint: true,
            password: random.password(),
            backup_at: created,
            ...given,
            id,
        });
    },
    defaults,
    transitions,
    failed: "UNSTABLE",
    onEvent: (row, event) => {
        const newReplicas = event.operation === "setHa" ? row.replica_count : 0;
        row.logs.push(...linesOf(event, titles[event.operation](row), newReplicas));
    },
});
