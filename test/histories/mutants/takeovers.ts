// Whose is it: a create takes over what is not proven to be its own.
import type { Mutant } from "./mutant";

export const takeovers: readonly Mutant[] = [
    {
        name: "renamedStack",
        defect: "After `pulumi stack rename`, a new stack of the old name takes over what the first one has.",
        rule: 3,
        edits: [],
    },
    {
        name: "formerAlias",
        defect: "After an alias, the old name is declared again and takes over what the renamed resource has.",
        rule: 3,
        edits: [],
    },
    {
        name: "stateMove",
        defect: "After `pulumi state move`, what is declared again takes over what has been moved.",
        rule: 3,
        edits: [],
    },
    {
        name: "stateRename",
        defect: "After `pulumi state rename`, the old name is declared again and takes over what the renamed resource has.",
        rule: 3,
        edits: [],
    },
    {
        name: "secondBackend",
        defect: "Two self-managed backends with equal project and stack names take from each other.",
        rule: 3,
        edits: [],
    },
    {
        name: "retained",
        defect: "What `retainOnDelete` has left is taken over when it is declared again.",
        rule: 3,
        edits: [],
    },
    {
        name: "ghost",
        defect: "A record that only the list shows, and whose own GET is 404, is taken over.",
        rule: 3,
        edits: [],
    },
    {
        name: "nameAndAdopt",
        defect: "One resource takes a database by its generated name, and another one by `adopt`.",
        rule: 3,
        edits: [],
    },
    {
        name: "otherMoment",
        defect: "A fork of another moment is taken over.",
        rule: 3,
        edits: [],
    },
    {
        name: "lostAnswerMatch",
        defect: "What appears after a lost answer is taken over though it has replicas or an environment that nobody asked for.",
        rule: 3,
        edits: [],
    },
];
