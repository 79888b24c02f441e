import { startOfTime } from './graph.ts'

/**
 * Simulated time for actors: `time` for their `now`, timers for their delays. It goes from timer to timer, each at its
 * own time and in the order in which browsers fire them: by due time, then by age. XState's own SimulatedClock jumps to
 * the end and fires all that is due there, in no promised order; a tick that sets the next one would come late.
 */
export class StepClock {
  time = startOfTime
  readonly #timers = new Map<number, { due: number; fire: () => void }>()
  #made = 0

  setTimeout(fire: () => void, length: number): number {
    this.#made += 1
    this.#timers.set(this.#made, { due: this.time + length, fire })
    return this.#made
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id)
  }

  /** When each timer is due, the next one first. */
  get due(): number[] {
    return [...this.#timers.values()].map(({ due }) => due).sort((a, b) => a - b)
  }

  /** Goes on to the next timer and fires it. */
  fireNext(): void {
    const [first] = [...this.#timers].sort(([, a], [, b]) => a.due - b.due)
    if (!first) throw new Error('no timer runs')
    const [id, { due, fire }] = first
    this.#timers.delete(id)
    this.time = Math.max(this.time, due)
    fire()
  }

  pass(length: number): void {
    const end = this.time + length
    for (let [next] = this.due; next !== undefined && next <= end; [next] = this.due) this.fireNext()
    this.time = end
  }

  /** The device sleeps: time goes by, and no timer notices. */
  sleep(length: number): void {
    this.time += length
    for (const timer of this.#timers.values()) timer.due += length
  }
}
