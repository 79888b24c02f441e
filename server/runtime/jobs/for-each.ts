/** Runs `work` for every item, `atOnce` in parallel, continuing after failures. Throws all failures at the end. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  concurrency = 1,
): Promise<void> {
  const errors: unknown[] = []
  const left = items.values()
  const workOnNext = async () => {
    for (const item of left) {
      try {
        await work(item)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, workOnNext))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`)
}
