// The process that ends every PostgreSQL of an emulator when the emulator's process has ended, however that came about.
// Arguments: the folder of the databases, and `remove` if it is to be removed. Its input is a pipe that the emulator holds.
import { rmSync } from "node:fs";
import { endServers } from "./endServers";

const [, , root = "", then] = process.argv;

process.stdin.resume().once("close", () => {
    void endServers(root).then(() => {
        if (then === "remove") rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    });
});
