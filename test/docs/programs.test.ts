import { readFileSync } from "node:fs";
import path from "node:path";
import { compilerErrors } from "../support/compilerErrors";
import { pages } from "./support/pages";

const root = path.resolve(__dirname, "..", "..");

/** The TypeScript programs of a page. */
const programsOf = (page: string): string[] =>
    [...readFileSync(path.join(root, page), "utf8").matchAll(/^```ts\n(.*?)^```/gms)].map(([, program]) => program!);

/** A program may be either kind of module; only one of them can `export =`. */
const extension = (program: string) => (/^export =/m.test(program) ? ".cts" : ".mts");

const programs = new Map(
    pages.flatMap((page) =>
        programsOf(page).map(
            (program, n) => [path.join(root, `${page}.${n + 1}${extension(program)}`), program] as const,
        ),
    ),
);

/** A package that programs use and that is not installed here: what they use of it. */
programs.set(
    path.join(root, "docs", "aws.d.ts"),
    `declare module "@pulumi/aws" {
        import * as pulumi from "@pulumi/pulumi";
        export namespace ec2 {
            class VpcPeeringConnectionAccepter extends pulumi.CustomResource {
                constructor(
                    name: string,
                    args: { vpcPeeringConnectionId: pulumi.Input<string>; autoAccept: boolean },
                );
            }
            class Route extends pulumi.CustomResource {
                constructor(
                    name: string,
                    args: {
                        routeTableId: pulumi.Input<string>;
                        destinationCidrBlock: string;
                        vpcPeeringConnectionId: pulumi.Input<string>;
                    },
                );
            }
        }
    }`,
);

test("every program in the documentation compiles", () => {
    expect(programs.size).toBeGreaterThan(5);
    expect(compilerErrors(programs)).toEqual([]);
});
