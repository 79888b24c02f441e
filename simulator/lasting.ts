import type { World } from './world.types.ts'

/**
 * A problem that changes gets a new `key`. The device of `who` is checked after each step until the problem
 * ends.
 */
export type Violation = { key: string; details: string; who?: string }

/**
 * Details of problems that have lasted longer than `milliseconds`; younger ones may still resolve. A disturbance that
 * affects everyone restarts the durations.
 */
export function findLasting(
  { violationStarts, time, waiting }: Pick<World, 'violationStarts' | 'time' | 'waiting'>,
  name: string,
  violations: Violation[],
  milliseconds: number,
): string[] {
  const previousStarts = violationStarts.get(name)
  if (violations.length === 0) {
    previousStarts?.clear()
    return []
  }
  const starts = new Map<string, number>()
  violationStarts.set(name, starts)
  return violations.flatMap(({ key, details, who }) => {
    if (who !== undefined) waiting.add(who)
    const began = previousStarts?.get(key) ?? time.now
    starts.set(key, began)
    return time.now - began > milliseconds ? [details] : []
  })
}
