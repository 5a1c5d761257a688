// More than half of what the SDK loads when it starts is only used where it serializes a function of the program, traces, or is
// told to run other programs. Here that is loaded when it is used.
import module from "node:module";
import path from "node:path";

interface Loader {
    _load: (request: string, parent: { filename: string | null } | undefined, isMain: boolean) => object;
}

/** By the files of the SDK that ask for them. */
const seldomUsed: Readonly<Record<string, readonly string[]>> = {
    "index.js": ["./automation"],
    "runtime/closure/codePaths.js": ["@npmcli/arborist", "normalize-package-data"],
    "runtime/closure/parseFunction.js": ["../../typescript-shim"],
    "cmd/run/tracing.js": [
        "@opentelemetry/resources",
        "@opentelemetry/sdk-trace-base",
        "@opentelemetry/exporter-zipkin",
        "@opentelemetry/instrumentation-grpc",
        "@opentelemetry/sdk-trace-node",
        "@opentelemetry/instrumentation",
    ],
};

const sdk = path.join(path.sep, "@pulumi", "pulumi", path.sep);
const all = Object.entries(seldomUsed).flatMap(([file, requests]) =>
    requests.map((request) => `${path.join(sdk, file)} ${request}`),
);
const awaited = new Set<string>();

/** Looks like the module, and gets it when somebody wants something of it. */
function later(load: () => object): object {
    const property = (key: PropertyKey): unknown => {
        // What a compiled import asks first; by this answer it copies nothing, which would be to use it.
        if (key === "__esModule") return true;
        const loaded = load();
        return key === "default" && !("__esModule" in loaded) ? loaded : Reflect.get(loaded, key);
    };
    const described = (key: PropertyKey) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(load(), key);
        return descriptor && { ...descriptor, configurable: true };
    };
    return new Proxy(
        {},
        {
            get: (_target, key) => property(key),
            has: (_target, key) => key in load(),
            ownKeys: () => Reflect.ownKeys(load()),
            getOwnPropertyDescriptor: (_target, key) => described(key),
        },
    );
}

const loader = module as unknown as Loader;
let load = loader._load;
let isWatching = false;
const watching: Loader["_load"] = (request, parent, isMain) => {
    const file = parent?.filename ?? "";
    if (!awaited.delete(`${file.slice(file.lastIndexOf(sdk))} ${request}`))
        return load.call(loader, request, parent, isMain);
    // The errors of a program, which is loaded after all this, do not tell of it then.
    if (awaited.size === 0 && loader._load === watching) {
        loader._load = load;
        isWatching = false;
    }
    return later(() => load.call(loader, request, parent, isMain));
};

/** From now on, until the SDK has been loaded. */
export function loadLater(): void {
    for (const one of all) awaited.add(one);
    if (isWatching) return;
    isWatching = true;
    load = loader._load;
    loader._load = watching;
}

loadLater();
