import type { Emulator } from "../../src/emulator";

/** A service with every argument off its default, for a program or a stack that takes it over. */
export const createOrders = ({ create }: Emulator, vpcId: string) =>
    create.service({
        name: "orders-db",
        service_type: "TIMESERIES_DB",
        vpc_id: vpcId,
        environment: "PROD",
        cpu_millis: 4000,
        memory_gbs: 16,
        replica_count: 2,
        sync_replica_count: 1,
        pooler: true,
    });
