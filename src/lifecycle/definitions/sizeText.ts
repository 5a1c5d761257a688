type Size = number | "shared";

/** A size for people: `4 CPU / 16 GB`, `0.5 CPU / 2 GB`, `shared`. */
export const sizeText = (cpuMillis: Size, memoryGbs: Size): string =>
    cpuMillis === "shared" ? "shared" : `${cpuMillis / 1000} CPU / ${memoryGbs} GB`;
