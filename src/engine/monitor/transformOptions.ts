import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { type RegisterResourceRequest, TransformResourceOptions } from "@pulumi/pulumi/proto/resource_pb";

/** The options that are passed to transforms. */
export function optionsOf(request: RegisterResourceRequest): TransformResourceOptions {
    const options = new TransformResourceOptions();
    options.setDependsOnList(request.getDependenciesList());
    options.setIgnoreChangesList(request.getIgnorechangesList());
    options.setReplaceOnChangesList(request.getReplaceonchangesList());
    options.setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
    options.setAliasesList([...request.getAliasurnsList().map(aliasOf), ...request.getAliasesList()]);
    options.setDeletedWith(request.getDeletedwith());
    options.setImport(request.getImportid());
    options.setProvider(request.getProvider());
    options.setCustomTimeouts(request.getCustomtimeouts());
    options.setHooks(request.getHooks());
    if (request.hasProtect()) options.setProtect(request.getProtect() ?? false);
    if (request.hasRetainondelete()) options.setRetainOnDelete(request.getRetainondelete() ?? false);
    if (request.getDeletebeforereplacedefined() || request.getDeletebeforereplace())
        options.setDeleteBeforeReplace(request.getDeletebeforereplace());
    return options;
}

/** Applies the options returned by transforms. */
export function setOptions(request: RegisterResourceRequest, options: TransformResourceOptions): void {
    request.setDependenciesList(options.getDependsOnList());
    request.setIgnorechangesList(options.getIgnoreChangesList());
    request.setReplaceonchangesList(options.getReplaceOnChangesList());
    request.setAdditionalsecretoutputsList(options.getAdditionalSecretOutputsList());
    request.clearAliasurnsList();
    request.setAliasesList(options.getAliasesList());
    request.setDeletedwith(options.getDeletedWith());
    request.setImportid(options.getImport());
    request.setProvider(options.getProvider());
    request.setCustomtimeouts(options.getCustomTimeouts());
    request.setHooks(options.getHooks());
    if (options.hasProtect()) request.setProtect(options.getProtect() ?? false);
    else request.clearProtect();
    if (options.hasRetainOnDelete()) request.setRetainondelete(options.getRetainOnDelete() ?? false);
    else request.clearRetainondelete();
    request.setDeletebeforereplacedefined(options.hasDeleteBeforeReplace());
    request.setDeletebeforereplace(options.getDeleteBeforeReplace() ?? false);
}

function aliasOf(urn: string): Alias {
    const alias = new Alias();
    alias.setUrn(urn);
    return alias;
}
