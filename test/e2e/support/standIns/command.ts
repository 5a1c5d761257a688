// Stands for the package `@pulumi/command`, whose plugin no test can download: a dynamic resource that runs the command.
// It is written into the project of a guide.
import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import * as pulumi from "@pulumi/pulumi";

interface Properties {
    readonly create: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly triggers: readonly unknown[];
}

async function run({ create, environment }: Properties): Promise<string> {
    const ofTest = JSON.parse(readFileSync(path.join(__dirname, "environment.json"), "utf8")) as object;
    const { stdout } = await promisify(exec)(create, { env: { ...process.env, ...ofTest, ...environment } });
    return stdout;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const provider: pulumi.dynamic.ResourceProvider<Properties, Properties> = {
    diff: (_id, olds, news) =>
        Promise.resolve({
            changes: !same(
                [olds.create, olds.environment, olds.triggers],
                [news.create, news.environment, news.triggers],
            ),
            replaces: same(olds.triggers, news.triggers) ? [] : ["triggers"],
        }),
    create: async (inputs) => ({ id: "command", outs: { ...inputs, stdout: await run(inputs) } }),
    update: async (_id, _olds, news) => ({ outs: { ...news, stdout: await run(news) } }),
};

class Command extends pulumi.CustomResource {
    constructor(name: string, args: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
        const code = 'exports.handler = () => require("@pulumi/command").provider;';
        super("pulumi-nodejs:dynamic/command:Command", name, { ...args, stdout: undefined, __provider: code }, options);
    }
}

export const local = { Command };
