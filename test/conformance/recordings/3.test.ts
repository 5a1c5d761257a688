import { replayPart } from "../replay";

replayPart(3);
