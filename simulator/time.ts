import type { Clock } from '../server/runtime/clock.ts'

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

type Task = { at: number; order: number; what: string; run: (() => void) | null }

const isBefore = (a: Task, b: Task) => a.at < b.at || (a.at === b.at && a.order < b.order)

/** The world's clock, milliseconds since 1970. Runs tasks without waiting. */
export class Time {
  now: number
  #heap: Task[] = []
  #order = 0

  constructor(now: number) {
    this.now = now
  }

  /** Schedules a task; rounds to whole milliseconds like real clocks. Returns a cancel function. */
  after(milliseconds: number, what: string, run: () => void): () => void {
    const task: Task = {
      at: this.now + Math.round(Math.max(0, milliseconds)),
      order: this.#order++,
      what,
      run,
    }
    this.#push(task)
    return () => {
      task.run = null
    }
  }

  /**
   * Removes the next task and advances the clock to it. Returns null and advances to `end` if the next task is later.
   */
  next(end: number): (() => void) | null {
    for (;;) {
      const [first] = this.#heap
      if (!first || first.at > end) {
        this.now = Math.max(this.now, end)
        return null
      }
      this.#pop()
      if (!first.run) continue
      this.now = Math.max(this.now, first.at)
      return first.run
    }
  }

  clock(): Clock {
    const after = (milliseconds: number, task: () => void) => this.after(milliseconds, 'timer', task)
    return {
      after,
      later: after,
      elapsedMs: () => this.now,
      every: (milliseconds, task) => {
        let cancel = () => {}
        const turn = () => {
          cancel = after(milliseconds, () => {
            task()
            turn()
          })
        }
        turn()
        return () => cancel()
      },
    }
  }

  #push(task: Task): void {
    const heap = this.#heap
    let index = heap.push(task) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(task, heap[parent]!)) break
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = task
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (!isBefore(heap[child]!, last)) break
      heap[index] = heap[child]!
      index = child
    }
    heap[index] = last
  }
}
