/** Sends a signal; returns whether there is such a process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
    try {
        return process.kill(pid, name);
    } catch (error) {
        // It is another user's.
        return (error as NodeJS.ErrnoException).code === "EPERM";
    }
}

export const isAlive = (pid: number): boolean => signal(pid, 0);
