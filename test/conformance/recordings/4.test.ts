import { replayPart } from "../replay";

replayPart(4);
