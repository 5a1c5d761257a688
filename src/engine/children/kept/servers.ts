import { AsyncLocalStorage } from "node:async_hooks";
import type * as Grpc from "@grpc/grpc-js";

type Handler = (...args: unknown[]) => void;
type Method = (this: Grpc.Server, ...args: unknown[]) => unknown;

/** The servers of a run, which nothing else would close: the SDK's provider has one until its process ends. */
export class ServersOf {
    private readonly open = new Map<number, Grpc.Server[]>();
    private readonly watched = new Set<object>();

    constructor(private readonly currentRun: () => number) {}

    /** @param requireOfSdk - to get the copy of gRPC that the SDK uses. */
    watch(requireOfSdk: NodeJS.Require): void {
        const { Server } = requireOfSdk("@grpc/grpc-js") as typeof Grpc;
        if (this.watched.has(Server)) return;
        this.watched.add(Server);
        const { open, currentRun } = this;
        const prototype = Server.prototype as unknown as Record<"bindAsync" | "register", Method>;
        const { bindAsync, register } = prototype;
        prototype.bindAsync = function (...args) {
            const run = currentRun();
            open.set(run, [...(open.get(run) ?? []), this]);
            return bindAsync.apply(this, args);
        };
        // What a call does belongs to the run that serves it.
        prototype.register = function (name, handler, ...rest) {
            return register.call(this, name, AsyncLocalStorage.bind(handler as Handler), ...rest);
        };
    }

    close(run: number): void {
        for (const server of this.open.get(run) ?? []) server.forceShutdown();
        this.open.delete(run);
    }
}
