/** As `Promise.all`, but it fails only when all have ended: nothing goes on behind the back of what follows. */
export async function settled(works: readonly Promise<unknown>[]): Promise<void> {
    await Promise.allSettled(works);
    await Promise.all(works);
}
