// The SDK takes a stack trace of every resource, and maps each with the source maps of all packages in it. To read those maps is a
// tenth of what a process of the engine does, so that only the maps of the program itself and of this package are read.
import module from "node:module";
import { isOwn, isPackaged } from "./packaged";

interface Loader {
    _load: (request: string, parent: NodeJS.Module | undefined, isMain: boolean) => unknown;
}
interface SourceMap {
    url: string | null;
    map: object;
}
interface SourceMapSupport {
    install: (options: { retrieveSourceMap: (file: string) => SourceMap | null }) => void;
}

const noMap: SourceMap = { url: null, map: { version: 3, sources: [], names: [], mappings: "" } };

const loader = module as unknown as Loader;
const load = loader._load;
const watching: Loader["_load"] = (request, parent, isMain) => {
    const loaded = load.call(loader, request, parent, isMain);
    if (request === "source-map-support/register") {
        // It is loaded once. Another hook may have been installed after this one.
        if (loader._load === watching) loader._load = load;
        const support = load.call(loader, "source-map-support", parent, false) as SourceMapSupport;
        support.install({ retrieveSourceMap: (file) => (isPackaged(file) && !isOwn(file) ? noMap : null) });
    }
    return loaded;
};
loader._load = watching;
