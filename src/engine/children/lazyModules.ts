// The SDK loads the package manager's library and the TypeScript compiler when it starts, which is half of its code, and uses
// them only where it serializes a function of the program. Here they are loaded when they are used.
import module from "node:module";
import path from "node:path";

interface Loader {
    _load: (request: string, parent: NodeJS.Module | undefined, isMain: boolean) => object;
}

const ofSdk = path.join("@pulumi", "pulumi") + path.sep;
const awaited = [/^@npmcli\/arborist$/, /\/typescript-shim$/];

/** Looks like the module, and gets it when somebody wants something of it. */
const later = (load: () => object): object =>
    // So that a compiled `import * as` does not copy it, which would be to use it.
    new Proxy({}, { get: (_target, key) => (key === "__esModule" ? true : (Reflect.get(load(), key) as unknown)) });

const loader = module as unknown as Loader;
const load = loader._load;
loader._load = (request, parent, isMain) => {
    const at = parent?.filename.includes(ofSdk) ? awaited.findIndex((each) => each.test(request)) : -1;
    if (at < 0) return load.call(loader, request, parent, isMain);
    awaited.splice(at, 1);
    // The program's errors tell nothing of this, since it runs after the SDK has started.
    if (awaited.length === 0) loader._load = load;
    return later(() => load.call(loader, request, parent, isMain));
};
