// Preloaded into the tests, and into the engines that they start: with this one passphrase a key is derived at once. Pulumi's
// million iterations take half a second for every new stack and every process; other passphrases keep them.
"use strict";
const crypto = require("node:crypto");

const { pbkdf2 } = crypto;
crypto.pbkdf2 = (password, salt, iterations, ...rest) =>
    pbkdf2(password, salt, password === "correct horse" ? 1 : iterations, ...rest);
