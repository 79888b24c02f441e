import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** How long a process may take until it answers, milliseconds. */
const patienceMs = 100_000

/** A process of this test alone, which can be killed and started again on the same port and data. */
export class OwnProcess {
  readonly url: string
  readonly #args: readonly string[]
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null

  /** `url` answers once the process is up; `args` are Node's, from the repository's root. */
  constructor(url: string, args: readonly string[], env: Record<string, string> = {}) {
    this.url = url
    this.#args = args
    this.#env = env
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, this.#args, {
      cwd: root,
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    let complaints = ''
    child.stderr?.on('data', (chunk) => {
      complaints += chunk
    })
    const giveUp = Date.now() + patienceMs
    while (!(await fetch(this.url).catch(() => null))?.ok) {
      if (child.exitCode !== null || Date.now() > giveUp) {
        await this.kill()
        throw new Error(`${this.url} is not up: ${complaints}`)
      }
      await new Promise((done) => setTimeout(done, 100))
    }
  }

  /** As the machine's own end of a process: no time to say goodbye. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
