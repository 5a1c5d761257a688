// What the SDK loads and hardly a test uses is loaded with its first use: Jest compiles it anew for each file of tests.
"use strict";

module.exports = (load) =>
    new Proxy(
        {},
        {
            // What a compiled import asks first; by this answer it copies nothing.
            get: (_target, key) => (key === "__esModule" ? true : load()[key]),
            has: (_target, key) => key in load(),
            ownKeys: () => Reflect.ownKeys(load()),
            getOwnPropertyDescriptor: (_target, key) => ({
                ...Reflect.getOwnPropertyDescriptor(load(), key),
                configurable: true,
            }),
        },
    );
