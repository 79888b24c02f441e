import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { requireBuilt } from './builds.ts'
import { newDataFolder } from './data-folder.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** Milliseconds that a process may take to be healthy. */
const patienceMs = 100_000

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

type OwnProcessOptions = {
  /** Address that responds once the process is up. */
  health: string
  /** Node without one. */
  program?: string
  /** Its arguments, from the repository's root. */
  args: readonly string[]
  env?: Record<string, string>
}

/** A process that can be killed and started again on the same port and data. */
export class OwnProcess {
  readonly #options: OwnProcessOptions
  #child: ChildProcess | null = null
  #complaints = ''

  constructor(options: OwnProcessOptions) {
    this.#options = options
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** What it wrote on standard error last. */
  get complaints(): string {
    return this.#complaints
  }

  isHealthy(): Promise<boolean> {
    return fetch(this.#options.health).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Throws, with what it wrote on standard error, when it does not come up. */
  async start(): Promise<void> {
    const { program = process.execPath, args, env } = this.#options
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    const closed = once(child, 'close')
    child.stderr.on('data', (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk).slice(-20_000)
    })
    const giveUp = Date.now() + patienceMs
    while (!(await this.isHealthy())) {
      if (child.exitCode !== null || Date.now() > giveUp) {
        await this.end('SIGKILL')
        await closed
        throw new Error(
          `${this.#options.health} does not answer, exit code ${child.exitCode}\n${this.#complaints}`,
        )
      }
      await pause(100)
    }
  }

  /** Returns its exit code and how many milliseconds its end took. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; milliseconds: number }> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return { code: null, milliseconds: 0 }
    const began = performance.now()
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return { code, milliseconds: Math.round(performance.now() - began) }
  }
}

/** The built server (`npm run build`) on a free port and an empty data folder. */
export class BuiltServer extends OwnProcess {
  readonly port: number
  /** Address without a slash at its end. */
  readonly url: string
  readonly folder: string

  private constructor(port: number, env: Record<string, string>) {
    const folder = env.HANDSFREE_DATA ?? newDataFolder()
    const url = `http://localhost:${port}`
    super({
      health: `${url}/ready`,
      args: ['server/dist/main.js'],
      env: { ...env, HANDSFREE_DATA: folder, PORT: String(port) },
    })
    this.port = port
    this.url = url
    this.folder = folder
  }

  /** A server that is healthy, without the autopilot if `env` does not turn it on. Refuses a stale build. */
  static async start(env: Record<string, string> = {}): Promise<BuiltServer> {
    requireBuilt('server', 'web')
    const server = new BuiltServer(Number(env.PORT ?? (await freePort())), {
      HANDSFREE_AUTOPILOT: 'off',
      ...env,
    })
    await server.start()
    return server
  }

  /** Ends the server and deletes its data. */
  async discard(): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
