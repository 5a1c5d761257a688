import type { Ledger } from "../plan/ledger";
import type { DefaultProvider } from "./defaultProvider";
import type { Registry } from "./registry";
import type { Session } from "./session";

/** The context for planning a resource. */
export interface Planning {
    session: Session;
    ledger: Ledger;
    registry: Registry;
    defaultProvider: DefaultProvider;
}
