import { replayPart } from "../replay";

replayPart(1);
