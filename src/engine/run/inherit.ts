import type { Goal } from "../model/resource";

/** Applies the options that a child inherits from its parent unless it sets them. */
export function inherit(child: Goal, parent: Goal): Goal {
    return {
        ...child,
        protect: child.protect ?? parent.protect,
        retainOnDelete: child.retainOnDelete ?? parent.retainOnDelete,
        deletedWith: child.deletedWith ?? parent.deletedWith,
    };
}
