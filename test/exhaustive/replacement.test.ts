import { exhaust } from "./exhaust";

exhaust("replace, the successor first", "replace, the predecessor first", "replace by force");
