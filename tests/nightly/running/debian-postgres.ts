import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../tools/built-server.ts'

const root = '/usr/lib/postgresql'
const programs = ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'dropdb', 'createdb']
/** Debian's `nobody`, since PostgreSQL refuses to run as root. */
const nobody = 65_534

const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Folder of the newest installed Debian package `postgresql`, or null. */
export function findDebianPostgres(): string | null {
  try {
    const folders = readdirSync(root)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(root, version, 'bin'))
    return folders.find((folder) => programs.every((name) => canRun(join(folder, name)))) ?? null
  } catch {
    return null
  }
}

/** Runs a program to its end. Throws with its output if it fails. */
export async function run(
  program: string,
  args: string[],
  { env, uid, cwd }: { env?: Record<string, string>; uid?: number | undefined; cwd?: string } = {},
): Promise<void> {
  const owner = uid === undefined ? {} : { uid, gid: uid }
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    ...(cwd ? { cwd } : {}),
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said}`)
}

/** A Debian PostgreSQL with its own data and `handsfree` as its only user, as in `compose.yaml`. */
export async function startDebianPostgres(programsIn: string) {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-debian-'))
  const uid = process.getuid?.() === 0 ? nobody : undefined
  const [data, sockets] = [join(folder, 'data'), join(folder, 'sockets')]
  for (const path of [folder, data, sockets]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (uid) chownSync(path, uid, uid)
  }
  const port = await freePort()
  const options = { uid, cwd: folder }
  const initdb = ['-D', data, '-U', 'handsfree', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await run(join(programsIn, 'initdb'), initdb, options)
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c fsync=off -k ${sockets}`
  const pgCtl = (...args: string[]) => run(join(programsIn, 'pg_ctl'), ['-D', data, '-w', ...args], options)
  await pgCtl('-o', flags, '-l', join(folder, 'log'), 'start')
  return {
    url: (database: string) => `postgresql://handsfree@127.0.0.1:${port}/${database}`,
    /** Environment of PostgreSQL's programs to connect to this server. */
    env: { PGHOST: '127.0.0.1', PGPORT: String(port), PATH: `${programsIn}:${process.env.PATH}` },
    async stop() {
      await pgCtl('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
