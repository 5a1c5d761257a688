import type { Goal } from "../model/resource";

/** What a child takes over from its parent unless it says otherwise itself. */
export function inherit(child: Goal, parent: Goal): Goal {
    return {
        ...child,
        protect: child.protect ?? parent.protect,
        retainOnDelete: child.retainOnDelete ?? parent.retainOnDelete,
        deletedWith: child.deletedWith ?? parent.deletedWith,
    };
}
