import type { Time } from './time.ts'

/** How a piece of work waits for the database: before which of its statements, and for how many milliseconds. */
export type Slowness = { statement: number; milliseconds: number }

type Task = {
  slowness: Slowness
  statements: number
  /** Set while it waits. */
  waking: Promise<void> | null
  passOn: () => void
}

/** Who does one piece of work at a time, and which slow one now. Without async hooks, which make every promise dearer. */
export type Worker = { task?: Task | null }

/**
 * What the servers do: one piece of work at a time, since a run has to be the same each time. A slow one waits between two
 * statements, in the world's time, and others go on meanwhile. Never inside a transaction: there is one connection.
 */
export class Turns {
  readonly #time: Time
  readonly #count: (change: 1 | -1) => void
  #last: Promise<void> = Promise.resolve()

  /** `count` is told what begins or goes on, and what ends or waits. */
  constructor(time: Time, count: (change: 1 | -1) => void) {
    this.#time = time
    this.#count = count
  }

  /** Runs work in its turn. Slow work says whose it is: that worker begins nothing else before it ends. */
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
      // What was begun and not waited for goes on after the answer.
      if (slow) slow.worker.task = null
      if (task) passOn = task.passOn
      passOn()
      this.#count(-1)
    }
  }

  /** Called before a statement of a worker outside of transactions, and before a transaction. */
  async reachStatement({ task }: Worker): Promise<void> {
    if (!task) return
    if (task.statements++ === task.slowness.statement)
      task.waking = this.#wait(task, task.slowness.milliseconds)
    await task.waking
  }

  /** Calls back once everything before it has ended or waits. */
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
