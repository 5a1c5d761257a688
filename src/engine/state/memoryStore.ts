import type { Clock } from "../../clock";
import { type DeploymentDocument, parseDeployment } from "./format";
import { plainSeal } from "./seal";
import { readStack, writeStack } from "./stack";
import type { StateStore } from "./store";

/** Stores a deployment document in memory, with secrets in plain text. For tests. */
export class MemoryStore implements StateStore {
    constructor(
        private readonly clock: Clock,
        public document: DeploymentDocument | undefined,
    ) {}

    load: StateStore["load"] = () => {
        const state = this.document && readStack(parseDeployment(this.document), plainSeal);
        return Promise.resolve(state ?? { resources: [], pending: [] });
    };

    save: StateStore["save"] = (state) => {
        this.document = writeStack(state, plainSeal, undefined, this.clock.now());
        return Promise.resolve();
    };

    release: StateStore["release"] = () => Promise.resolve();
}
