// Whose is it: a create takes over what is not proven to be its own.
import type { Mutant } from "./mutant";

export const takeovers: readonly Mutant[] = [
    {
        name: "renamedStack",
        defect: "After `pulumi stack rename`, a new stack of the old name takes over what the first one has.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "age <= leftoverAge",
                replace: "age <= Infinity",
            },
        ],
    },
    {
        name: "formerAlias",
        defect: "After an alias, the old name is declared again and takes over what the renamed resource has.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "const rival = creation.program.rivalOf(creation.idOf(first.record));",
                replace: "const rival = undefined as string | undefined;",
            },
            {
                file: "src/provider/diffResource.ts",
                find: "if (rival !== undefined) throw new UserError(sharedError(definition.noun, id, nameInUrn(rival) ?? rival));",
                replace: "",
            },
        ],
    },
    {
        name: "stateMove",
        defect: "After `pulumi state move`, what is declared again takes over what has been moved.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "age <= leftoverAge",
                replace: "age <= Infinity",
            },
        ],
    },
    {
        name: "stateRename",
        defect: "After `pulumi state rename`, the old name is declared again and takes over what the renamed resource has.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "const rival = creation.program.rivalOf(creation.idOf(first.record));",
                replace: "const rival = undefined as string | undefined;",
            },
            {
                file: "src/provider/diffResource.ts",
                find: "if (rival !== undefined) throw new UserError(sharedError(definition.noun, id, nameInUrn(rival) ?? rival));",
                replace: "",
            },
        ],
    },
    {
        name: "secondBackend",
        defect: "Two self-managed backends with equal project and stack names take from each other.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "age <= leftoverAge",
                replace: "age <= Infinity",
            },
            {
                file: "src/provider/check.ts",
                find: "JSON.stringify([scope, urn,",
                replace: 'JSON.stringify(["", urn,',
            },
        ],
    },
    {
        name: "retained",
        defect: "What `retainOnDelete` has left is taken over when it is declared again.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "age <= leftoverAge",
                replace: "age <= Infinity",
            },
        ],
    },
    {
        name: "ghost",
        defect: "A record that only the list shows, and whose own GET is 404, is taken over.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: 'return "A list shows it, but its own GET does not: it may just have been deleted, or created";',
                replace: "return undefined;",
            },
        ],
    },
    {
        name: "nameAndAdopt",
        defect: "One resource takes a database by its generated name, and another one by `adopt`.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/create.ts",
                find: "const rival = isWaitOnly === true ? undefined : program.rivalOf(id);",
                replace: "const rival = isWaitOnly === true ? undefined : undefined;",
            },
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "const rival = creation.program.rivalOf(creation.idOf(first.record));",
                replace: "const rival = undefined as string | undefined;",
            },
            {
                file: "src/provider/diffResource.ts",
                find: "if (rival !== undefined) throw new UserError(sharedError(definition.noun, id, nameInUrn(rival) ?? rival));",
                replace: "",
            },
        ],
    },
    {
        name: "otherMoment",
        defect: "A fork of another moment is taken over.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/definitions/service/service.ts",
                find: "forkFrom && [forkFrom.serviceId, forkFrom.strategy, forkFrom.targetTime]",
                replace: "forkFrom?.serviceId",
            },
            {
                file: "src/lifecycle/creation/findExisting.ts",
                find: "age <= leftoverAge",
                replace: "age <= Infinity",
            },
        ],
    },
    {
        name: "lostAnswerMatch",
        defect: "What appears after a lost answer is taken over though it has replicas or an environment that nobody asked for.",
        rule: 3,
        edits: [
            {
                file: "src/lifecycle/definitions/service/create.ts",
                find: 'return isStrange || !showsReplicas(args, record) ? "unclear" : "same";',
                replace: 'return "same";',
            },
        ],
    },
];
