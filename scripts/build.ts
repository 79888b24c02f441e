/**
 * `npm run build`: core and server in JavaScript, the web app as it is served, and as the server renders its pages.
 * What was built from the same sources stays as it is.
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
  // Else Vite warns of a server's `.env` that says production, as each build is.
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
  // Both write into this folder at the same time.
  await rm(join(root, 'web/dist'), { recursive: true, force: true })
  await Promise.all([vite(), vite('--ssr', 'web/server.tsx')])
  recordBuild('web', sources)
}

async function buildServer(): Promise<void> {
  const sources = hashSources('server')
  // JavaScript alone, each file by itself: `npm run check` checks the types, packing core writes its declarations.
  const options = ['--noCheck', '--noResolve']
  for (const option of ['composite', 'declaration', 'incremental']) options.push(`--${option}`, 'false')
  const emit = (workspace: string) => run('typescript/bin/tsc', '-p', workspace, ...options)
  await Promise.all([emit('core'), emit('server')])
  recordBuild('server', sources)
}

const results = await Promise.allSettled([buildServer(), buildWeb()])
if (results.some(({ status }) => status === 'rejected')) {
  console.error('The build failed.')
  process.exitCode = 1
}
