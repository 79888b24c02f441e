/**
 * `npm run machines` writes machines.md and docs/machines. `--check` writes nothing, and fails if a page is stale,
 * missing or left over. `--stately DIR` writes only a file per machine to paste into the Stately editor. `--accept` also updates the
 * reviewed transition tables in tests/unit/models/moves; review their diff.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pagesFolder, toPages } from '../statecharts/document.ts'
import { collectMachines, root } from '../statecharts/registry.ts'
import { toStatelyCode } from '../statecharts/stately.ts'

const { values } = parseArgs({
  options: { accept: { type: 'boolean' }, check: { type: 'boolean' }, stately: { type: 'string' } },
})
const machines = await collectMachines()

function writePages() {
  const pages = toPages(machines)
  mkdirSync(join(root, pagesFolder), { recursive: true })
  const leftOver = readdirSync(join(root, pagesFolder))
    .map((name) => `${pagesFolder}/${name}`)
    .filter((path) => !pages.has(path))
  if (values.check) {
    const isStale = (path: string, text: string) =>
      !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text
    const stale = [...pages].flatMap(([path, text]) => (isStale(path, text) ? [path] : []))
    const wrong = [...stale, ...leftOver]
    if (wrong.length === 0) return
    console.error(`Stale or left over: ${wrong.join(', ')}. Run npm run machines and review the diff.`)
    process.exitCode = 1
  } else {
    for (const path of leftOver) rmSync(join(root, path))
    for (const [path, text] of pages) writeFileSync(join(root, path), text)
    console.log(`Wrote ${machines.length} machine pages to ${pagesFolder}.`)
  }
}

if (values.stately !== undefined) {
  const folder = resolve(values.stately)
  mkdirSync(folder, { recursive: true })
  for (const { machine } of machines) writeFileSync(join(folder, `${machine.id}.js`), toStatelyCode(machine))
  console.log(`Wrote ${machines.length} machines to ${folder}.`)
} else writePages()

if (values.accept) {
  const acceptCommand = [
    'node_modules/tsx/dist/cli.mjs',
    '--conditions=handsfree-source',
    'tests/unit/models/accept.ts',
  ]
  const { status } = spawnSync(process.execPath, acceptCommand, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
