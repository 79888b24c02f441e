import type { World } from './world.types.ts'

/** What is wrong with something, by a key that changes when it changes; whose device is looked at in each step until it ends. */
export type Wrong = { key: string; details: string; who?: string }

/**
 * Of what is wrong now, what has been wrong for so many milliseconds: the rest may be on its way still. Whatever
 * disturbs everybody begins the time again.
 */
export function lasting(
  { since, time, waiting }: Pick<World, 'since' | 'time' | 'waiting'>,
  name: string,
  wrongs: Wrong[],
  milliseconds: number,
): string[] {
  const last = since.get(name)
  if (wrongs.length === 0) {
    last?.clear()
    return []
  }
  const now = new Map<string, number>()
  since.set(name, now)
  return wrongs.flatMap(({ key, details, who }) => {
    if (who !== undefined) waiting.add(who)
    const began = last?.get(key) ?? time.now
    now.set(key, began)
    return time.now - began > milliseconds ? [details] : []
  })
}
