import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tools/built-server.ts'
import { sharedFolder } from './embedded-postgres.ts'

/** Path of Debian's `pgbouncer`, or null if it isn't installed. */
export function findPgbouncer(): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']) {
    try {
      const path = join(folder, 'pgbouncer')
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  }
  return null
}

/** Whether a local port accepts connections. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Starts PgBouncer in transaction mode with few connections and otherwise its default settings. */
export async function startPgbouncer(url: string, size = 3) {
  const program = findPgbouncer()
  if (!program) throw new Error('pgbouncer is not on this machine')
  const { hostname, port: target, username, password } = new URL(url)
  const folder = sharedFolder('handsfree-pgbouncer-')
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${target} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
server_round_robin = 1
`,
  )
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk
  })
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended\n${log}`)
    await pause(50)
  }
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
