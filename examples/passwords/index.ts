// Two passwords, neither of which is in the program. The password of `orders` comes from the configuration. Until you set it, the API's
// initial password stays:
//
//     pulumi config set --secret password
//
// The password of `reports` is generated. Any new version sets both passwords again, which also undoes changes made elsewhere:
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

// The current passwords, as secrets: `pulumi stack output chosen --show-secrets`.
export const chosen = orders.password;
export const generated = reports.password;
