import { exhaust } from "./exhaust";

exhaust("create a name", "fork a moment", "preview fork", "take over");
