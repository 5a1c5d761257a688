"use strict";
module.exports = require("./lazily")(() => require("@pulumi/pulumi/automation"));
