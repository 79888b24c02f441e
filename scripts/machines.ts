/**
 * `npm run machines` writes machines.md. `--check` only fails if it is stale. `--json DIR` writes a file per machine
 * for the Stately editor. `--accept` also updates the expected transition tables in tests/unit/models/moves; review
 * their diff.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { toDocument } from '../statecharts/document.ts'
import { collectMachines, root } from '../statecharts/registry.ts'
import { toStatelyJson } from '../statecharts/stately.ts'

const { values } = parseArgs({
  options: { accept: { type: 'boolean' }, check: { type: 'boolean' }, json: { type: 'string' } },
})
const machines = await collectMachines()
const file = join(root, 'machines.md')

const readOr = (path: string, otherwise: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}

if (values.json !== undefined) {
  const folder = resolve(values.json)
  mkdirSync(folder, { recursive: true })
  for (const { machine } of machines)
    writeFileSync(join(folder, `${machine.id}.json`), toStatelyJson(machine))
  console.log(`Wrote ${machines.length} machines to ${folder}.`)
} else if (values.check) {
  if (readOr(file, '') !== toDocument(machines)) {
    console.error('machines.md is stale. Run `npm run machines` and review the changes.')
    process.exitCode = 1
  }
} else {
  writeFileSync(file, toDocument(machines))
  console.log(`Wrote ${machines.length} machines to machines.md.`)
}
if (values.accept) {
  const tsx = ['node_modules/tsx/dist/cli.mjs', '--conditions=source', 'tests/unit/models/accept.ts']
  const { status } = spawnSync(process.execPath, tsx, { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
