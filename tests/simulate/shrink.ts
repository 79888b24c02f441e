import { allFaults, type Fault } from './faults.ts'
import type { Outcome } from './world.ts'
import type { Options } from './world.types.ts'

/** Worlds that a shrinking plays at most. */
const most = 40

/**
 * Leaves out travellers, then kinds of faults, as long as the same promise breaks: what is left is the cause. `tell` gets
 * a line for each world.
 */
export async function shrink(
  options: Options,
  outcome: Outcome,
  { play, tell }: { play(options: Options): Promise<Outcome>; tell(line: string): void },
): Promise<{ options: Options; outcome: Outcome }> {
  let best = { options, outcome }
  let played = 0
  const attempt = async (what: string, changes: Partial<Options>): Promise<void> => {
    const { broken } = best.outcome
    if (!broken || played >= most) return
    played++
    const tried = { ...best.options, ...changes, until: broken.step }
    const found = await play(tried)
    const isSame = found.broken?.invariant === broken.invariant
    tell(`${what}: ${isSame ? `breaks too, at step ${found.broken?.step}` : 'holds'}`)
    if (isSame) best = { options: { ...tried, until: options.until }, outcome: found }
  }
  for (let traveller = 1; traveller <= options.trips; traveller++) {
    if (best.options.without.includes(traveller)) continue
    await attempt(`without traveller ${traveller}`, { without: [...best.options.without, traveller] })
  }
  await attempt('without any fault', { faults: [] })
  for (const fault of best.options.faults.length > 0 ? allFaults : ([] as Fault[])) {
    if (best.options.faults.includes(fault))
      await attempt(`without ${fault}`, { faults: best.options.faults.filter((one) => one !== fault) })
  }
  return best
}
