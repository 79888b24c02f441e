import { AsyncLocalStorage } from 'node:async_hooks'
import type { Time } from './time.ts'

/** How a piece of work waits for the database: before which of its statements, and for how many milliseconds. */
export type Slowness = { statement: number; milliseconds: number }

type Task = {
  slowness: Slowness | null
  statements: number
  isDone: boolean
  /** Set while it waits. */
  waking: Promise<void> | null
  passOn: () => void
}

/**
 * What the servers do: one piece of work at a time, since a run has to be the same each time. A slow one waits between two
 * statements, in the world's time, and others go on meanwhile. Never inside a transaction: there is one connection.
 */
export class Turns {
  readonly #time: Time
  readonly #count: (change: 1 | -1) => void
  readonly #tasks = new AsyncLocalStorage<Task>()
  #last: Promise<void> = Promise.resolve()

  /** `count` is told what begins or goes on, and what ends or waits. */
  constructor(time: Time, count: (change: 1 | -1) => void) {
    this.#time = time
    this.#count = count
  }

  async run<Result>(work: () => Promise<Result>, slowness: Slowness | null = null): Promise<Result> {
    this.#count(1)
    const task: Task = {
      slowness,
      statements: 0,
      isDone: false,
      waking: null,
      passOn: await this.#turn(),
    }
    try {
      return await this.#tasks.run(task, work)
    } finally {
      task.isDone = true
      task.passOn()
      this.#count(-1)
    }
  }

  /** Called before a statement outside of transactions, and before a transaction. */
  async reachStatement(): Promise<void> {
    const task = this.#tasks.getStore()
    // What was begun and not waited for goes on after the answer.
    if (!task?.slowness || task.isDone) return
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
