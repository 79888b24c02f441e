import type { World } from './world.types.ts'

/**
 * `key` identifies a problem and changes with it. The device of `who` is checked after each step until the problem
 * ends.
 */
export type Wrong = { key: string; details: string; who?: string }

/**
 * Details of problems that have lasted longer than `milliseconds`; younger ones may still resolve. A disturbance that
 * affects everyone restarts the durations.
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
