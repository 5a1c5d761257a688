import type { Call, RecordedResource } from "./recording";

/** Which of the resources, called by URN and by the property `name`, depend on which, directly or not. */
export class Relations {
    private readonly dependencies = new Map<string, Set<string>>();
    private readonly urns = new Map<string, string>();

    constructor(states: RecordedResource[][]) {
        for (const resource of states.flat()) {
            const { urn, parent, dependencies = [], propertyDependencies = {}, outputs = {} } = resource;
            const all = [...dependencies, ...Object.values(propertyDependencies).flat(), ...(parent ? [parent] : [])];
            this.dependencies.set(urn, new Set([...(this.dependencies.get(urn) ?? []), ...all]));
            if (typeof outputs.name === "string") this.urns.set(outputs.name, urn);
        }
    }

    /** What a call is about: a URN where the resource is known, a name or an id otherwise. */
    subject(call: Call): string {
        const { news, inputs, olds, props, id } = call;
        const name = (news ?? inputs ?? olds ?? props)?.name ?? id ?? "";
        return typeof name === "string" ? (this.urns.get(name) ?? name) : "";
    }

    related(one: string, other: string): boolean {
        return this.reaches(one, other) || this.reaches(other, one);
    }

    private reaches(from: string, to: string, seen = new Set<string>()): boolean {
        if (seen.has(from)) return false;
        seen.add(from);
        return [...(this.dependencies.get(from) ?? [])].some((urn) => urn === to || this.reaches(urn, to, seen));
    }
}

const bySubject = <T>(items: T[], subject: (item: T) => string): Record<string, T[]> => {
    const groups: Record<string, T[]> = {};
    for (const item of items) (groups[subject(item)] ??= []).push(item);
    return groups;
};

/** The pairs of related subjects of which the first has ended before the other begins. */
export function precedences<T>(items: T[], subject: (item: T) => string, relations: Relations): string[] {
    const subjects = items.map(subject);
    const names = [...new Set(subjects)];
    return names.flatMap((first) =>
        names
            .filter((second) => first !== second && relations.related(first, second))
            .filter((second) => subjects.lastIndexOf(first) < subjects.indexOf(second))
            .map((second) => `${first} before ${second}`),
    );
}

/** Expects the same of each subject, in the same order; with relations, also between two of which one depends on the other. */
export function expectSameSequences<T>(
    actual: T[],
    expected: T[],
    subject: (item: T) => string,
    relations: Relations | undefined,
): void {
    expect(bySubject(actual, subject)).toEqual(bySubject(expected, subject));
    if (!relations) return;
    expect(precedences(actual, subject, relations)).toEqual(
        expect.arrayContaining(precedences(expected, subject, relations)),
    );
}
