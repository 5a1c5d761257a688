import type { z } from "zod";
import type { Peering, Vpc } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import type { PeeringRow, VpcRow } from "../core/rows";
import { present } from "./present";

export const vpcRecord = (row: VpcRow, quirks: Quirks, listed = false): z.output<typeof Vpc> =>
    present({ id: row.id, cidr: row.cidr, name: row.name, region_code: row.region_code }, quirks, listed);

export const peeringRecord = (row: PeeringRow, quirks: Quirks, listed = false): z.output<typeof Peering> =>
    present(
        {
            id: row.id,
            peer_account_id: row.peer_account_id,
            peer_region_code: row.peer_region_code,
            peer_vpc_id: row.peer_vpc_id,
            provisioned_id: row.provisioned_id ?? undefined,
            status: row.status,
            error_message: row.error_message ?? undefined,
        },
        quirks,
        listed,
    );
