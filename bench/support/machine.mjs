import os from "node:os";

/** When and on what the figures were taken. Nothing that names the machine. */
export const machine = () => ({
    date: new Date().toISOString().slice(0, 10),
    machine: `${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.platform()} ${os.arch()}, Node ${process.versions.node}`,
});
