/**
 * `npm run build`: compiles core and server, the travellers' app for browsers and for server rendering, the
 * employees' app and the kiosk. Skips the apps whose sources are unchanged.
 */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hashSources, isBuilt, recordBuild } from '../tools/builds.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const execute = promisify(execFile)

async function run(program: string, ...args: string[]): Promise<void> {
  // Set explicitly, because Vite warns if only `.env` sets `NODE_ENV=production`.
  const env = { ...process.env, NODE_ENV: 'production' }
  const work = execute(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, env })
  work.child.stdout?.pipe(process.stdout)
  work.child.stderr?.pipe(process.stderr)
  await work
}

async function buildWeb(): Promise<void> {
  if (isBuilt('web')) return
  const sources = hashSources('web')
  const vite = (...args: string[]) =>
    run('vite/bin/vite.js', 'build', ...args, '--emptyOutDir', 'false', '--logLevel', 'warn')
  // The builds write to this folder in parallel.
  await rm(join(root, 'web/dist'), { recursive: true, force: true })
  await Promise.all([
    vite(),
    vite('--ssr', 'web/server.tsx'),
    vite('--mode', 'crew'),
    vite('--mode', 'kiosk'),
  ])
  recordBuild('web', sources)
}

async function buildServer(): Promise<void> {
  const sources = hashSources('server')
  // Emits only JavaScript. `npm run check` type-checks, and packing core emits declarations.
  const options = ['--noCheck', '--noResolve']
  for (const option of ['composite', 'declaration', 'incremental']) options.push(`--${option}`, 'false')
  const emit = (workspace: string) => run('typescript/bin/tsc', '-p', workspace, ...options)
  await Promise.all([emit('core'), emit('server')])
  recordBuild('server', sources)
}

const results = await Promise.allSettled([buildServer(), buildWeb()])
if (results.some(({ status }) => status === 'rejected')) {
  console.error('The build failed. See the errors above.')
  process.exitCode = 1
}
