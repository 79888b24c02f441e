import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Order } from '@handsfree/core/contract'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BuiltServer } from '../../../tools/built-server.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const script = (name: string) => join(root, 'tests/nightly/clients/node', name)

let project = ''

/** An empty project with only the package that a client would install. */
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'handsfree-client-'))
  const packed = await run('npm', ['pack', '-w', 'core', '--pack-destination', project, '--json'], {
    cwd: root,
  })
  const { filename } = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')))[0]
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`], {
    cwd: project,
  })
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

test('signs in and places a paid order with a script', async () => {
  copyFileSync(script('place-order.mjs'), join(project, 'place-order.mjs'))
  const photo = join(project, 'bag.jpg')
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0e5c4a' } })
    .jpeg()
    .toFile(photo)
  const server = await BuiltServer.start()
  try {
    const { stdout } = await run(process.execPath, ['place-order.mjs', server.url, photo, '13800138000'], {
      cwd: project,
    })
    const order = v.parse(Order, JSON.parse(stdout))
    expect({
      payment: order.lifecycle.payment,
      amountPaid: order.amountPaid,
      pieces: order.pieces,
      from: order.pickup.siteId,
    }).toEqual({
      payment: 'paid',
      amountPaid: { amount: 9_800, currency: 'CNY' },
      pieces: 2,
      from: 'lakeside-garden-hotel',
    })
  } finally {
    await server.discard()
  }
})

test('shows that script in docs/guide/core.md, with at most 40 lines', () => {
  const code = readFileSync(script('place-order.mjs'), 'utf8')
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  expect(readFileSync(join(root, 'docs/guide/core.md'), 'utf8')).toContain(`\`\`\`js\n${code}\`\`\``)
})

/** The compiler's output for a strict project with one file. */
async function compile(folder: string, file: string, options: object): Promise<{ stdout: string }> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'consumer.ts'), file)
  const compilerOptions = {
    target: 'ES2022',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    ...options,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error)
}

test.each(['nodenext', 'bundler'])(
  'compiles its types in a strict project (%s)',
  async (moduleResolution) => {
    const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext'
    const consumer = readFileSync(script('consumer.ts'), 'utf8')
    const options = { module, moduleResolution, lib: ['ES2023', 'DOM'] }
    expect(await compile(join(project, moduleResolution), consumer, options)).toMatchObject({ stdout: '' })
  },
  60_000,
)

test('compiles its types without the DOM', async () => {
  const consumer = "export * from '@handsfree/core'\nimport '@handsfree/core/polyfills'\n"
  const options = { module: 'nodenext', lib: ['ES2023'] }
  // An engine without these APIs installs the optional peers.
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'core/package.json'), 'utf8'))
  const peers = Object.entries(peerDependencies).filter(([name]) => /@formatjs|polyfill/.test(name))
  const wanted = peers.map(([name, range]) => `${name}@${range}`)
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...wanted], { cwd: project })
  const { stdout } = await compile(join(project, 'bare'), consumer, options)
  // XState's own types use `AbortSignal` and `Event`, so only check ours.
  expect(stdout.split('\n').filter((line) => line.includes('@handsfree'))).toEqual([])
}, 60_000)

test('exports every subpath of the map, with its types and messages', async () => {
  const code = `
    const names = ['', '/account', '/api', '/auth', '/bags', '/booking', '/calendar', '/claims', '/client', '/contract',
      '/i18n', '/lib', '/notifications', '/orders', '/payments', '/phone', '/photos', '/policy', '/realtime', '/scanner',
      '/sites']
    const modules = await Promise.all(names.map((name) => import('@handsfree/core' + name)))
    const { loadMessages } = await import('@handsfree/core/i18n')
    const titles = await Promise.all(['en-US', 'zh-CN'].map(async (l) => (await loadMessages(l))['common.app_title']))
    console.log(JSON.stringify({ empty: names.filter((_, i) => Object.keys(modules[i]).length === 0), titles }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: project })
  expect(JSON.parse(stdout)).toEqual({ empty: [], titles: ['Handsfree', 'Handsfree'] })
})
