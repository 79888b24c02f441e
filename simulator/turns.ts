import type { Time } from './time.ts'

/** A delay before the given statement, in milliseconds. */
export type Slowness = { statement: number; milliseconds: number }

type Task = {
  slowness: Slowness
  statements: number
  waking: Promise<void> | null
  passOn: () => void
}

/** Does one thing at a time, at most one of them slow. Doesn't use async hooks, which slow down every promise. */
export type Worker = { task?: Task | null }

/**
 * Serializes the servers' work, so that runs are reproducible. Slow work waits between two statements in simulated
 * time, while other work continues. It never waits inside a transaction, because there is only one connection.
 */
export class Turns {
  readonly #time: Time
  readonly #count: (change: 1 | -1) => void
  #last: Promise<void> = Promise.resolve()

  /** `count` gets +1 when work starts or resumes, and -1 when it ends or waits. */
  constructor(time: Time, count: (change: 1 | -1) => void) {
    this.#time = time
    this.#count = count
  }

  /** Queues work. Slow work blocks its worker until it ends. */
  async run<Result>(
    work: () => Promise<Result>,
    slow?: { worker: Worker; slowness: Slowness },
  ): Promise<Result> {
    this.#count(1)
    let passOn = await this.#turn()
    const task: Task | null = slow ? { slowness: slow.slowness, statements: 0, waking: null, passOn } : null
    if (slow) slow.worker.task = task
    try {
      return await work()
    } finally {
      // Work that wasn't awaited continues after the response.
      if (slow) slow.worker.task = null
      if (task) passOn = task.passOn
      passOn()
      this.#count(-1)
    }
  }

  /** Called before a transaction, and before a statement outside of one. */
  async reachStatement({ task }: Worker): Promise<void> {
    if (!task) return
    if (task.statements++ === task.slowness.statement)
      task.waking = this.#wait(task, task.slowness.milliseconds)
    await task.waking
  }

  /** Resolves once all previous work has ended or waits. */
  #turn(): Promise<() => void> {
    const before = this.#last
    let passOn = () => {}
    this.#last = new Promise((resolve) => {
      passOn = resolve
    })
    return before.then(() => passOn)
  }

  async #wait(task: Task, milliseconds: number): Promise<void> {
    task.passOn()
    await new Promise<void>((resolve) => {
      this.#time.after(milliseconds, 'database', () => {
        this.#count(1)
        resolve()
      })
      this.#count(-1)
    })
    task.passOn = await this.#turn()
    task.waking = null
  }
}
