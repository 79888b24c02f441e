import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { requireBuilt } from './builds.ts'
import { newDataFolder } from './data-folder.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** Startup timeout in milliseconds. */
const startTimeoutMs = 100_000

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

type ManagedProcessOptions = {
  /** URL that responds once the process is ready. */
  health: string
  program?: string
  /** Arguments; the working directory is the repository. */
  args: readonly string[]
  env?: Record<string, string>
}

/** A process that can be killed and restarted with the same port and data. */
export class ManagedProcess {
  readonly #options: ManagedProcessOptions
  #child: ChildProcess | null = null
  #errorOutput = ''

  constructor(options: ManagedProcessOptions) {
    this.#options = options
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get errorOutput(): string {
    return this.#errorOutput
  }

  isHealthy(): Promise<boolean> {
    return fetch(this.#options.health).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Throws with the standard error output if the process doesn't become healthy. */
  async start(): Promise<void> {
    const { program = process.execPath, args, env } = this.#options
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    const closing = once(child, 'close')
    child.stderr.on('data', (chunk: Buffer) => {
      this.#errorOutput = (this.#errorOutput + chunk).slice(-20_000)
    })
    const giveUp = Date.now() + startTimeoutMs
    while (!(await this.isHealthy())) {
      if (child.exitCode !== null || Date.now() > giveUp) {
        await this.end('SIGKILL')
        await closing
        throw new Error(
          `${this.#options.health} doesn’t respond, exit code ${child.exitCode}\n${this.#errorOutput}`,
        )
      }
      await pause(100)
    }
  }

  /** Returns the exit code and the shutdown time in milliseconds. */
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

/** The built server (`npm run build`), on a free port with an empty data folder unless `env` sets them. */
export class BuiltServer extends ManagedProcess {
  readonly port: number
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

  /** Starts a healthy server. The autopilot is off unless `env` turns it on. Throws if the build is stale. */
  static async start(env: Record<string, string> = {}): Promise<BuiltServer> {
    requireBuilt('server', 'web')
    const server = new BuiltServer(Number(env.PORT ?? (await freePort())), {
      HANDSFREE_AUTOPILOT: 'off',
      ...env,
    })
    await server.start()
    return server
  }

  /** Ends the server and deletes its data folder. */
  async discard(): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
