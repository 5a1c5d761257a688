import { types, type inspect as nodeInspect } from "node:util";

type Inspect = typeof nodeInspect;

const isError = (value: unknown): boolean => types.isNativeError(value) || value instanceof Error;

/**
 * `util.inspect` that shows errors without colours, whatever it is asked for. Colouring never ends on some versions of Node
 * where a stack has a file that lies directly in a scope's directory (https://github.com/nodejs/node/issues/64011), and the
 * SDK's runner colours every error that a program does not catch.
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
