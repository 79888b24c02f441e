import { allFaults } from './faults.ts'
import type { Outcome } from './world.ts'
import type { Options } from './world.types.ts'

/** Limits: number of worlds, and milliseconds. No world starts after these. */
const limits = { worlds: 60, milliseconds: 60_000 }

type ShrinkContext = {
  play(options: Options): Promise<Outcome>
  log(line: string): void
  /** Milliseconds. */
  now(): number
}

function* chunksOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let size = Math.ceil(items.length / 2); size > 0; size = Math.floor(size / 2))
    for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/**
 * Removes travellers, mishaps, habits and faults, as long as the same invariant breaks by the failing step. Each trial
 * stops at that step.
 */
export async function shrink(
  options: Options,
  outcome: Outcome,
  { play, log, now }: ShrinkContext,
): Promise<{ options: Options; outcome: Outcome }> {
  let best = { options, outcome }
  let played = 0
  const began = now()
  const attempt = async (what: string, changes: Partial<Options>): Promise<void> => {
    const { broken } = best.outcome
    if (!broken || played >= limits.worlds || now() - began > limits.milliseconds) return
    played++
    const tried = { ...best.options, ...changes, until: broken.step }
    const found = await play(tried)
    const isSame = found.broken?.invariant === broken.invariant
    log(`${what}: ${isSame ? `breaks too, at step ${found.broken?.step}` : 'holds'}`)
    if (isSame) best = { options: { ...tried, until: options.until }, outcome: found }
  }
  const travellers = Array.from({ length: options.trips }, (_, index) => index + 1)
  for (const part of chunksOf(travellers.filter((one) => !options.without.includes(one)))) {
    const removed = part.filter((one) => !best.options.without.includes(one))
    const without = [...best.options.without, ...removed]
    if (removed.length > 0 && without.length < options.trips)
      await attempt(`without traveller ${removed.join(', ')}`, { without })
  }
  const hasMishaps = options.mishaps?.length ?? options.isStormy
  if (hasMishaps) await attempt('without any mishap', { mishaps: [] })
  for (const part of chunksOf(best.options.mishaps ?? [])) {
    const mishaps = best.options.mishaps?.filter((one) => !part.includes(one)) ?? []
    if (mishaps.length < (best.options.mishaps?.length ?? 0))
      await attempt(`without ${part.join(', ')}`, { mishaps })
  }
  for (const part of chunksOf(best.options.habits ?? [])) {
    const habits = best.options.habits?.filter((one) => !part.includes(one)) ?? []
    if (habits.length < (best.options.habits?.length ?? 0))
      await attempt(`without the habit ${part.join(', ')}`, { habits })
  }
  for (const part of [allFaults, ...chunksOf(allFaults)]) {
    const left = best.options.faults.filter((fault) => part.includes(fault))
    if (left.length > 0)
      await attempt(`without ${left.join(', ')}`, {
        faults: best.options.faults.filter((fault) => !part.includes(fault)),
      })
  }
  return best
}
