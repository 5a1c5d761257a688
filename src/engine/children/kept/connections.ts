import { AsyncLocalStorage } from "node:async_hooks";
import type * as Grpc from "@grpc/grpc-js";

type Handler = (...args: unknown[]) => void;
type Method<Class> = (this: Class, ...args: unknown[]) => unknown;
type Prototype<Class, Name extends string> = Record<Name, Method<Class>>;

interface Closable {
    close(): void;
}

/**
 * The servers and clients of a run, which nothing else would close: the SDK's provider has a server until its process ends, and a
 * client that watches a connection would see its end, and take it for the end of the engine, in a later run.
 */
export class ConnectionsOf {
    private readonly open = new Map<number, Set<Closable>>();
    private readonly watched = new Set<object>();
    /** Runs up to this one are over. */
    private lastEnded = -1;

    constructor(private readonly currentRun: () => number) {}

    /** @param requireOfSdk - to get the copy of gRPC that the SDK uses. */
    watch(requireOfSdk: NodeJS.Require): void {
        const { Server, Client } = requireOfSdk("@grpc/grpc-js") as typeof Grpc;
        if (this.watched.has(Server)) return;
        this.watched.add(Server);
        this.watchServers(Server.prototype as unknown as Prototype<Grpc.Server, "bindAsync" | "register">);
        this.watchClients(Client.prototype as unknown as Prototype<Grpc.Client, "getChannel" | "makeUnaryRequest">);
    }

    private watchServers(prototype: Prototype<Grpc.Server, "bindAsync" | "register">): void {
        const { bindAsync, register } = prototype;
        const add = (server: Grpc.Server) =>
            this.add({
                close() {
                    server.forceShutdown();
                },
            });
        prototype.bindAsync = function (...args) {
            add(this);
            return bindAsync.apply(this, args);
        };
        // What a call does belongs to the run that serves it.
        prototype.register = function (name, handler, ...rest) {
            return register.call(this, name, AsyncLocalStorage.bind(handler as Handler), ...rest);
        };
    }

    private watchClients(prototype: Prototype<Grpc.Client, "getChannel" | "makeUnaryRequest">): void {
        for (const name of ["getChannel", "makeUnaryRequest"] as const) {
            const method = prototype[name];
            const add = (client: Grpc.Client) => this.add(client);
            prototype[name] = function (...args) {
                add(this);
                return method.apply(this, args);
            };
        }
    }

    private add(one: Closable): void {
        const run = this.currentRun();
        // What is left of a run may still want to connect, and would try again and again: its engine is gone, and another one may get
        // its port.
        if (run <= this.lastEnded) {
            one.close();
            return;
        }
        const others = this.open.get(run);
        if (others === undefined) this.open.set(run, new Set([one]));
        else others.add(one);
    }

    close(run: number): void {
        this.lastEnded = Math.max(this.lastEnded, run);
        for (const one of this.open.get(run) ?? []) one.close();
        this.open.delete(run);
    }
}
