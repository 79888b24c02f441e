/** `npm run check`: runs all parts, even after a failure, and names the failed ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { report } from './tally.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const checks: Record<string, string[]> = {
  'format and lint': ['biome', 'check'],
  types: ['tsc', '-b'],
  'unused code': ['knip'],
  'machine pages': ['tsx', 'scripts/machines.ts', '--check'],
  'CSS variables': ['tsx', 'scripts/css-variables.ts'],
  settings: ['tsx', '--conditions=handsfree-source', 'scripts/settings.ts', '--check'],
  'folder cycles': ['tsx', 'scripts/folder-cycles.ts'],
  prose: ['tsx', 'scripts/prose.ts'],
  migrations: ['tsx', 'scripts/migrations.ts', '--check'],
}

async function run([program = '', ...args]: string[]) {
  const child = spawn(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { isGood: code === 0, output }
}

const results = await Promise.all(
  Object.entries(checks).map(async ([name, command]) => ({
    name: `${name} (${command.join(' ')})`,
    ...(await run(command)),
  })),
)
const failed = results.filter(({ isGood }) => !isGood)
for (const { name, output } of failed) console.log(`${styleText('bold', name)}\n${output}`)
for (const { name, isGood } of results) {
  console.log(isGood ? `${styleText('green', 'ok')}      ${name}` : `${styleText('red', 'failed')}  ${name}`)
}
report({
  passed: results.length - failed.length,
  skipped: 0,
  flaky: [],
  failures: failed.map(({ name, output }) => ({ name: `check › ${name}`, error: output })),
})
if (failed.length > 0) process.exitCode = 1
