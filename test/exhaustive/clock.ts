import { VirtualClock } from "../../src/emulator";

/** A virtual clock whose calendar can be set back between runs, so that every run begins at the same moment. */
export class RewindableClock extends VirtualClock {
    #rewound = 0;

    override now(): number {
        return super.now() - this.#rewound;
    }

    override wallTime(): number {
        return super.wallTime() - this.#rewound;
    }

    /** Only while nothing sleeps. */
    rewindTo(moment: number): void {
        this.#rewound += this.now() - moment;
    }
}
