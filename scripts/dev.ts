/** `npm run dev`: starts the server, then Vite once the server listens. Both reload on changes. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import './end-with-parent.mjs'

const children: ChildProcess[] = []
let isStopping = false
const stop = (code: number) => {
  if (isStopping) return
  isStopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

const start = (name: string, args: string[], stdio: StdioOptions = 'inherit'): ChildProcess => {
  const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) }
  const child = spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', ...args], {
    stdio,
    env,
  })
  child.on('exit', (code, signal) => {
    if (!isStopping) console.error(`${name} stopped (${signal ?? code})`)
    stop(code ?? 1)
  })
  children.push(child)
  return child
}

const binary = (name: string) => `node_modules/${name}`
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))

const server = start(
  'server',
  [binary('tsx/dist/cli.mjs'), 'watch', '--conditions=handsfree-source', 'server/main.ts'],
  ['inherit', 'pipe', 'inherit'],
)
// Wait for the server: Vite prints its URL even if the server isn't up.
let output = ''
const startWeb = (chunk: Buffer) => {
  output += chunk
  if (isStopping || !/Handsfree.*https?:|listening/.test(output)) return
  server.stdout?.off('data', startWeb)
  start('web', [binary('vite/bin/vite.js')])
}
server.stdout?.on('data', startWeb)
server.stdout?.pipe(process.stdout)
