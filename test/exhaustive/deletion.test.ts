import { exhaust } from "./exhaust";

exhaust(
    "remove",
    "remove what is protected",
    "remove what is unprotected",
    "destroy",
    "destroy with force",
    "sweep",
    "drill",
);
