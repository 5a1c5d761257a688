import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";

/** Gives a child the options of its parent that it does not set itself. Its transforms see them as its own. */
export function inherit(child: RegisterResourceRequest, parent: RegisterResourceRequest): void {
    if (child.getDeletedwith() === "") child.setDeletedwith(parent.getDeletedwith());
    if (!child.hasProtect() && parent.hasProtect()) child.setProtect(parent.getProtect() ?? false);
    if (!child.hasRetainondelete() && parent.hasRetainondelete())
        child.setRetainondelete(parent.getRetainondelete() ?? false);
}
