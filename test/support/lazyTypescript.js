"use strict";
module.exports = require("./lazily")(() => require("typescript"));
