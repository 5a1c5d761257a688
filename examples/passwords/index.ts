// Passwords of which none is in the program. One is chosen, and as long as it is not, the initial one of the API stays:
//
//     pulumi config set --secret password
//
// The other one is generated. A new version, whatever it is, sets both anew, which also sets right what was changed elsewhere:
//
//     pulumi config set passwordVersion "$(date +%F)"
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "pulumi-clouddb";

const config = new pulumi.Config();
const regionCode = "us-east-1";
const password = config.getSecret("password");
const passwordVersion = config.get("passwordVersion") ?? "first";

const orders = new clouddb.Service("orders", {
    regionCode,
    password,
    passwordVersion: password && passwordVersion,
});
const reports = new clouddb.Service("reports", { regionCode, generatePassword: true, passwordVersion });

// What works now, as a secret: `pulumi stack output chosen --show-secrets`.
export const chosen = orders.password;
export const generated = reports.password;
