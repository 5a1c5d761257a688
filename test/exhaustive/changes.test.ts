import { exhaust } from "./exhaust";

exhaust("change a service", "take arguments back", "change a set", "refresh, all at once");
