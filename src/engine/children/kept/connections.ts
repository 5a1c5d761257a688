import { AsyncLocalStorage } from "node:async_hooks";
import type * as Grpc from "@grpc/grpc-js";

type Handler = (...args: unknown[]) => void;
type Method<Class> = (this: Class, ...args: unknown[]) => unknown;
type Prototype<Class, Name extends string> = Record<Name, Method<Class>>;
type ServerPrototype = Prototype<Grpc.Server, "bindAsync" | "register">;
type ChannelPrototype = Prototype<Grpc.Channel, "createCall" | "getConnectivityState" | "watchConnectivityState">;

/** A call of a run that is over: it is not sent, and never answered. */
const unanswered: object = new Proxy({}, { get: () => () => undefined });

/**
 * The servers and channels of a run, which nothing else would close: the SDK's provider has a server until its process ends, and a
 * client that is connected to the engine would take its end for a failure. What is left of the run can open no other.
 */
export class RunConnections {
    private readonly all = new Map<object, () => void>();
    private isClosed = false;

    /** @param grpc - a copy that only this run uses. */
    constructor(grpc: typeof Grpc) {
        this.watchServers(grpc.Server.prototype as unknown as ServerPrototype);
        this.watchChannels(grpc.Channel.prototype as unknown as ChannelPrototype);
    }

    /** Ends all calls, and every attempt to connect: the engine is gone, and another one may get its port. */
    close(): void {
        this.isClosed = true;
        for (const close of this.all.values()) close();
    }

    /** @returns whether it may be used. */
    private admit(one: object, close: () => void): boolean {
        if (!this.all.has(one)) {
            this.all.set(one, close);
            if (this.isClosed) close();
        }
        return !this.isClosed;
    }

    private watchServers(prototype: ServerPrototype): void {
        const { bindAsync, register } = prototype;
        const admit = (server: Grpc.Server) => this.admit(server, () => server.forceShutdown());
        prototype.bindAsync = function (...args) {
            if (admit(this)) bindAsync.apply(this, args);
        };
        // What a call does belongs to the run that serves it.
        prototype.register = function (name, handler, ...rest) {
            return register.call(this, name, AsyncLocalStorage.bind(handler as Handler), ...rest);
        };
    }

    private watchChannels(prototype: ChannelPrototype): void {
        const { createCall, getConnectivityState, watchConnectivityState } = prototype;
        const admit = (channel: Grpc.Channel) => this.admit(channel, () => channel.close());
        prototype.createCall = function (...args) {
            return admit(this) ? createCall.apply(this, args) : unanswered;
        };
        prototype.getConnectivityState = function (...args) {
            admit(this);
            return getConnectivityState.apply(this, args);
        };
        prototype.watchConnectivityState = function (...args) {
            if (admit(this)) watchConnectivityState.apply(this, args);
        };
    }
}
