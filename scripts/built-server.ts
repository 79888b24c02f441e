import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

export type BuiltServer = {
  /** Address without a slash at its end. */
  url: string
  /** Ends the server and throws its data away. */
  stop(): Promise<void>
}

/** Starts the built server (`npm run build`) on an empty data folder and a free port, and waits until it is healthy. */
export async function startBuiltServer(env: Record<string, string> = {}): Promise<BuiltServer> {
  const port = env.PORT ?? String(await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-server-'))
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    env: { ...process.env, HANDSFREE_DATA: join(folder, 'data'), ...env, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-4_000)
  })
  const ended = once(child, 'exit')
  const url = `http://localhost:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const killed = AbortSignal.timeout(10_000)
    killed.addEventListener('abort', () => child.kill('SIGKILL'))
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isHealthy = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  const giveUp = Date.now() + 60_000
  while (!(await isHealthy())) {
    if (child.exitCode !== null || Date.now() > giveUp) {
      await stop()
      throw new Error(`the server did not start\n${complaints}`)
    }
    await pause(100)
  }
  return { url, stop }
}
