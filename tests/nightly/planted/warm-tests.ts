import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export type WarmRequest = {
  /** Absolute paths of files that changed since the previous request. */
  changed: string[]
  /** Test files relative to the repository. */
  tests: string[]
  /** Machines whose models are walked. */
  machines: string[]
  /** Builds the graphs of machines, but walks no path. */
  isWithoutPaths?: boolean
}
export type WarmResult = {
  failures: { file: string; title: string }[]
  /** Number of passed tests. */
  passed: number
}

const crash: WarmResult = { failures: [{ file: 'run', title: 'the process ended' }], passed: 0 }

/** A Vitest in a process of its own, replaced if it doesn't answer in time. */
export class WarmTests {
  readonly #folder: string
  readonly #projects: readonly string[]
  readonly #bail: number
  #child: ChildProcess | null = null

  constructor(folder: string, projects: readonly string[], { bail = 1 } = {}) {
    this.#folder = folder
    this.#projects = projects
    this.#bail = bail
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child) return this.#child
    const child = fork(
      join(this.#folder, 'tests/nightly/planted/warm.ts'),
      [this.#projects.join(), String(this.#bail)],
      {
        cwd: this.#folder,
        execArgv: ['--import', 'tsx', '--conditions=handsfree-source'],
        // A group of its own, so that Vitest's workers end with it.
        detached: true,
        stdio: ['ignore', 'ignore', process.env.HANDSFREE_WARM_LOG ? 'inherit' : 'ignore', 'ipc'],
      },
    )
    this.#child = child
    await once(child, 'message')
    return child
  }

  /** Returns null if the tests took longer than the limit. Tries again if Vitest itself crashes. */
  async run(request: WarmRequest, limitSeconds: number): Promise<WarmResult | null> {
    const result = await this.#run(request, limitSeconds)
    return result === crash ? this.#run(request, limitSeconds) : result
  }

  async #run(request: WarmRequest, limitSeconds: number): Promise<WarmResult | null> {
    const child = await this.#start()
    const stopped = new AbortController()
    const { signal } = stopped
    child.send(request)
    const result = await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as WarmResult),
      once(child, 'exit', { signal }).then(() => crash),
      setTimeout(limitSeconds * 1_000, null, { signal }),
    ])
    stopped.abort()
    if (result === null || child.exitCode !== null) this.stop()
    return result
  }

  stop(): void {
    const { pid } = this.#child ?? {}
    this.#child?.removeAllListeners()
    this.#child = null
    try {
      if (pid) process.kill(-pid, 'SIGKILL')
    } catch {
      // It ended before.
    }
  }
}
