/**
 * `npm run build`: core and server in JavaScript, and the web app as it is served. What was built from the same sources
 * stays as it is.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashWebSources, isWebBuilt, noteWebBuilt } from '../tools/web-sources.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const run = (program: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })

try {
  run('typescript/bin/tsc', '-b', 'core', 'server')
  if (!isWebBuilt()) {
    const sources = hashWebSources()
    run('vite/bin/vite.js', 'build', '--logLevel', 'warn')
    noteWebBuilt(sources)
  }
} catch {
  console.error('The build failed.')
  process.exitCode = 1
}
