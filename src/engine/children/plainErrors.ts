import { types, type inspect as nodeInspect } from "node:util";

type Inspect = typeof nodeInspect;

const isError = (value: unknown): boolean => types.isNativeError(value) || value instanceof Error;

/**
 * A `util.inspect` that never colours errors. On some versions of Node colouring takes minutes if a stack contains a
 * file directly in a scope's directory (https://github.com/nodejs/node/issues/64011), and the SDK's runner colours
 * every uncaught error.
 */
export const plainErrors = (inspect: Inspect): Inspect =>
    new Proxy(inspect, {
        apply(target, self: unknown, args: unknown[]) {
            const [value, options, depth] = args;
            if (!isError(value)) return Reflect.apply(target, self, args) as string;
            const plain = typeof options === "object" ? { ...options, colors: false } : options;
            return Reflect.apply(target, self, [value, plain, depth, false]) as string;
        },
    });
