import type { Clock } from "../../clock";
import { lockFile, readIfThere, replaceFile } from "./atomicFile";
import { parseDeployment } from "./format";
import { Passphrase } from "./passphrase";
import { passphraseSeal, type Seal } from "./seal";
import { passphraseProvider, readStack, saltOf, writeStack } from "./stack";
import type { StateStore } from "./store";

interface Opened {
    seal: Seal;
    salt: string;
}

/** Stores a deployment document in a file, with secrets encrypted with a passphrase. */
export class FileStore implements StateStore {
    private opened: Opened | undefined;

    private constructor(
        private readonly file: string,
        private readonly passphrase: string,
        private readonly clock: Clock,
        private readonly unlock: () => Promise<void>,
    ) {}

    /** @throws Error if another process has locked the file. */
    static async open(file: string, passphrase: string, clock: Clock): Promise<FileStore> {
        return new FileStore(file, passphrase, clock, await lockFile(file));
    }

    load: StateStore["load"] = async () => {
        const text = await readIfThere(this.file);
        if (text === undefined) {
            this.use(await Passphrase.create(this.passphrase));
            return { resources: [], pending: [] };
        }
        const document = parseDeployment(JSON.parse(text));
        const salt = saltOf(document);
        const passphrase = salt
            ? await Passphrase.open(this.passphrase, salt)
            : await Passphrase.create(this.passphrase);
        return readStack(document, this.use(passphrase).seal);
    };

    save: StateStore["save"] = async (state) => {
        if (!this.opened) throw new Error("a state is saved before it was loaded");
        const { seal, salt } = this.opened;
        const document = writeStack(state, seal, passphraseProvider(salt), this.clock.now());
        await replaceFile(this.file, `${JSON.stringify(document, undefined, 4)}\n`);
    };

    release: StateStore["release"] = () => this.unlock();

    private use(passphrase: Passphrase): Opened {
        this.opened = { seal: passphraseSeal(passphrase), salt: passphrase.salt };
        return this.opened;
    }
}
