import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../../scripts/built-server.ts'
import { newTraveller, type Traveller } from '../journeys/backend.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Both engines that a server stands on. */
export const engines = ['PGlite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]

/** Says what an attack came to, in the run's output. */
export const figure = (text: string): void => {
  process.stdout.write(`  figure: ${text}\n`)
}

async function newDatabase(): Promise<string> {
  const server = process.env.HANDSFREE_TEST_DATABASE_URL ?? ''
  const name = `abuse_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: name }).href
}

/** A built server of the demo, on a port, a folder and a database of its own, which can be killed and started again. */
export class AttackedServer {
  readonly port: number
  readonly url: string
  readonly folder: string
  readonly databaseUrl: string | null
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  #complaints = ''

  private constructor(port: number, databaseUrl: string | null, env: Record<string, string>) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.folder = mkdtempSync(join(tmpdir(), 'handsfree-abuse-'))
    this.databaseUrl = databaseUrl
    this.#env = {
      PORT: String(port),
      HANDSFREE_DATA: this.folder,
      HANDSFREE_AUTOPILOT: 'off',
      // Attackers come from many addresses, told as by a proxy.
      TRUSTED_PROXY: 'loopback',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    }
  }

  static async start(engine: Engine, env: Record<string, string> = {}): Promise<AttackedServer> {
    const databaseUrl = engine === 'PostgreSQL' ? await newDatabase() : null
    const server = new AttackedServer(await freePort(), databaseUrl, env)
    await server.start()
    return server
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** What the server wrote on standard error. */
  get complaints(): string {
    return this.#complaints
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server/dist/main.js'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: '', ...this.#env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    child.stderr.on('data', (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk).slice(-20_000)
    })
    const giveUp = Date.now() + 60_000
    while (!(await this.isHealthy())) {
      if (child.exitCode !== null || Date.now() > giveUp) {
        throw new Error(`the server did not start\n${this.#complaints}`)
      }
      await pause(100)
    }
  }

  async isHealthy(): Promise<boolean> {
    return fetch(`${this.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Ends the process. Returns its exit code and how many milliseconds it took. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; milliseconds: number }> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return { code: null, milliseconds: 0 }
    const began = performance.now()
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return { code, milliseconds: Math.round(performance.now() - began) }
  }

  async discard(): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A server for all tests of a file, and a traveller who is signed in there; both from the first test on. */
export function attackedByTraveller(engine: Engine): { server: AttackedServer; ada: Traveller } {
  const attack = {} as { server: AttackedServer; ada: Traveller }
  beforeAll(async () => {
    attack.server = await AttackedServer.start(engine)
    attack.ada = await newTraveller(attack.server.url)
  })
  afterAll(() => attack.server.discard())
  return attack
}
