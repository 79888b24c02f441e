/** `npm run dev`: the server and the web, each restarted or refreshed by itself when its files change. */
import { type ChildProcess, spawn } from 'node:child_process'

const start = (name: string, args: string[]): ChildProcess => {
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  child.on('exit', (code, signal) => {
    if (!stopping) console.error(`${name} ended (${signal ?? code})`)
    stop(code ?? 1)
  })
  return child
}

let stopping = false
const stop = (code: number) => {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

const binary = (name: string) => `node_modules/${name}`
const children = [
  start('server', [binary('tsx/dist/cli.mjs'), 'watch', '--conditions=source', 'server/main.ts']),
  start('web', [binary('vite/bin/vite.js')]),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
