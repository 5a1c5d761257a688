// Deploys or destroys the databases of all tenants, each in its own stack: `node fleet.mjs up`, `node fleet.mjs destroy`.
// If a tenant fails, the others continue. The failed tenants are listed at the end.
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";

const size = Number(process.env.FLEET_SIZE ?? 50);
/** The number of stacks that are deployed at the same time. Each has a program process and a provider process. */
const atOnce = Number(process.env.FLEET_AT_ONCE ?? 5);

const tenants = Array.from({ length: size }, (_, n) => `t${String(n + 1).padStart(2, "0")}`);

async function deploy(operation, tenant) {
    const stack = await LocalWorkspace.createOrSelectStack({ stackName: tenant, workDir: "." });
    await stack.setAllConfig({
        "clouddb:baseUrl": { value: process.env.CLOUDDB_BASE_URL ?? "" },
        "clouddb:apiKey": { value: process.env.CLOUDDB_API_KEY ?? "", secret: true },
        // The stacks share the API's rate limit.
        "clouddb:maxConcurrency": { value: "2" },
    });
    const { summary } = operation === "destroy" ? await stack.destroy() : await stack.up();
    console.log(`${tenant}: ${summary.result}`);
}

export async function main(operation) {
    const waiting = [...tenants];
    const failed = [];
    const worker = async () => {
        for (let tenant = waiting.shift(); tenant !== undefined; tenant = waiting.shift()) {
            try {
                await deploy(operation, tenant);
            } catch (error) {
                failed.push(tenant);
                console.error(`${tenant}: ${error.message}`);
            }
        }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    console.log(`${tenants.length - failed.length} of ${tenants.length} done`);
    if (failed.length > 0) {
        console.error(`failed: ${failed.join(", ")}`);
        process.exitCode = 1;
    }
}

if (process.argv[2] !== undefined) void main(process.argv[2]);
