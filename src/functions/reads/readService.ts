import type { ServiceRecord } from "../../api";
import { definitions } from "../../lifecycle";
import type { ServiceResult, ServiceSecrets } from "../serviceResult";
import { reader } from "./reader";
import { readReplicaSet } from "./readReplicaSets";

const read = reader(definitions.service);

export function readService(record: ServiceRecord, projectId: string): ServiceResult & ServiceSecrets {
    const { serviceId: id, metrics, readReplicaSets: sets, initialPassword } = record;
    return read<ServiceResult & ServiceSecrets>(record, {
        id,
        projectId,
        metrics: metrics && { memoryMb: metrics.memoryMb, cpuMillis: metrics.milliCpu, storageMb: metrics.storageMb },
        readReplicaSets: sets?.map((set) => readReplicaSet(set, id, projectId)),
        initialPassword,
    });
}

/** Whether the record is of a deleted service, which the API may list for a while. */
export const isGone = (record: ServiceRecord): boolean => definitions.service.observe(record, {}).condition === "gone";
