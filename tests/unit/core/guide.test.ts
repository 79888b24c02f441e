import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInProcessServer } from '../../../tools/in-process-server.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const guide = readFileSync(join(root, 'docs/guide/core.md'), 'utf8')
const blocks = (text: string) => [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code)

let folder = ''
let server: Awaited<ReturnType<typeof startInProcessServer>>

beforeAll(async () => {
  // In the repository, where Node finds the packages.
  const caches = join(root, 'node_modules/.cache')
  mkdirSync(caches, { recursive: true })
  folder = mkdtempSync(join(caches, 'guide-'))
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0e5c4a' } })
    .jpeg()
    .toFile(join(folder, 'bag.jpg'))
  server = await startInProcessServer()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function runScript(name: string, code: string, ...args: string[]) {
  const file = join(folder, name)
  writeFileSync(file, code)
  const child = spawn(
    process.execPath,
    [
      '--conditions=handsfree-source',
      join(root, 'node_modules/tsx/dist/cli.mjs'),
      '--conditions=handsfree-source',
      file,
      ...args,
    ],
    { cwd: folder },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [exitCode] = await once(child, 'close')
  return { exitCode, output }
}

test('leads from an empty project to a paid order', async () => {
  const start = guide.indexOf('## From an empty Node project')
  const section = guide.slice(start, guide.indexOf('\n## ', start + 1))
  const { exitCode, output } = await runScript('trip.mjs', blocks(section).join('\n'), server.url, 'bag.jpg')
  expect(exitCode, output).toBe(0)
  expect(output).toContain('"payment":"paid"')
  expect(output).toContain('signed out: request')
  expect(output).toContain('placement')
})

test.each(['terminal', 'kiosk'])('lists every subpath that the client %s imports', (client) => {
  const files = readdirSync(join(root, 'clients', client)).filter((file) => file.endsWith('.ts'))
  const imported = files.flatMap((file) =>
    [
      ...readFileSync(join(root, 'clients', client, file), 'utf8').matchAll(
        /from '@handsfree\/core(\/[^']+)'/g,
      ),
    ].map(([, subpath = '']) => subpath),
  )
  expect(imported.length).toBeGreaterThan(3)
  const listed = [...guide.matchAll(/^\| (`\/.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/\/[\w/]+/g) ?? [],
  )
  expect(imported.filter((subpath) => !listed.includes(subpath))).toEqual([])
})

test('names only what the package exports, in the table of subpaths', async () => {
  const rows = [...guide.matchAll(/^\| (`\/.*?) \| (.*) \|$/gm)]
  for (const [, cell = '', text = ''] of rows) {
    const names = [...text.matchAll(/`([a-z]\w+)`/g)].map(([, name = '']) => name)
    const subpaths = cell.match(/\/[\w/]+/g) ?? []
    const modules = await Promise.all(subpaths.map((subpath) => import(`@handsfree/core${subpath}`)))
    const exported = modules.flatMap((module) => Object.keys(module))
    expect(
      names.filter((name) => !exported.includes(name)),
      subpaths.join(),
    ).toEqual([])
  }
})
