import { exhaust } from "./exhaust";

exhaust("create everything");
