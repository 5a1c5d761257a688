import { exhaust } from "./exhaust";

exhaust(
    "refresh",
    "up --refresh",
    "rename by alias",
    "adopt",
    "adopt another",
    "rename by adopt",
    "import file",
    "import a file twice",
    "remove what is read",
);
