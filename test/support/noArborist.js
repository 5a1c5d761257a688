// The SDK loads the package manager's library to serialize functions of a program, which no test does in its own process. Jest
// loads all of it anew for each file of tests.
"use strict";
module.exports = {
    __esModule: true,
    get Arborist() {
        throw new Error("a test serializes a function: take the stand-in for @npmcli/arborist out of jest.config.js");
    },
};
