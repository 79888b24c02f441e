import { startOfTime } from './graph.ts'

/**
 * Simulated clock: `time` for `now`, timers for delays. Advances from timer to timer in browser order (due time, then
 * age). XState's `SimulatedClock` jumps to the end and fires all due timers in unspecified order, so a timer set by
 * another one fires late.
 */
export class StepClock {
  time = startOfTime
  readonly #timers = new Map<number, { due: number; fire: () => void }>()
  #lastId = 0

  setTimeout(fire: () => void, length: number): number {
    this.#lastId += 1
    this.#timers.set(this.#lastId, { due: this.time + length, fire })
    return this.#lastId
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id)
  }

  get due(): number[] {
    return [...this.#timers.values()].map(({ due }) => due).sort((a, b) => a - b)
  }

  fireNext(): void {
    const [first] = [...this.#timers].sort(([, a], [, b]) => a.due - b.due)
    if (!first) throw new Error('no timer is running')
    const [id, { due, fire }] = first
    this.#timers.delete(id)
    this.time = Math.max(this.time, due)
    fire()
  }

  advance(length: number): void {
    const end = this.time + length
    for (let [next] = this.due; next !== undefined && next <= end; [next] = this.due) this.fireNext()
    this.time = end
  }

  /** Device sleep: time advances, but timers are postponed. */
  sleep(length: number): void {
    this.time += length
    for (const timer of this.#timers.values()) timer.due += length
  }
}
