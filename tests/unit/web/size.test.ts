import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Build } from '../../../tools/build-sizes.ts'
import { requireBuilt } from '../../../tools/builds.ts'
import { routeTable } from '../../../web/route-table.ts'
import measured from './first-load.json' with { type: 'json' }
import { firstLoad, firstLoadModules, readWebBuild } from './first-load.ts'
import { tripLoad } from './trip-load.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const kib = 1_024

let build: Build
beforeAll(async () => {
  requireBuilt('web')
  build = await readWebBuild()
})

/** Modules that grew since the latest `npm run bench`, largest growth first. */
function grown(): string {
  const before: Record<string, number> = measured
  return Object.entries(firstLoadModules(build))
    .map(([module, bytes]) => ({ module, more: bytes - (before[module] ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((one, other) => other.more - one.more)
    .slice(0, 12)
    .map(({ module, more }) => `${module} +${more}`)
    .join(', ')
}

/** Libraries that must not load before a traveller needs them. */
const heavy = {
  'MQTT.js': /node_modules\/mqtt\//,
  'phone metadata': /node_modules\/libphonenumber-js\//,
  'crypto-js': /node_modules\/crypto-js\//,
  'QR reader': /node_modules\/qr-scanner\//,
  'ICU parser': /icu-messageformat-parser\/(?!no-parser|types|error)/,
}

describe.each(['en-US', 'zh-CN'])('the first load of home in %s', (locale) => {
  test('loads at most 150 KiB in home’s first load', () => {
    const bytes = firstLoad(build, locale).files.reduce((sum, file) => sum + build.wireBytes(file), 0)
    expect(bytes).toBeGreaterThan(50 * kib)
    expect(bytes, `grown, in bytes before minifying: ${grown()}`).toBeLessThanOrEqual(150 * kib)
  })

  test.each(Object.entries(heavy))('leaves %s out of home’s first load', (_, library) => {
    const modules = firstLoad(build, locale).chunks.flatMap((chunk) => chunk.modules)
    expect(modules.filter((module) => library.test(module))).toEqual([])
  })
})

test.each(['en-US', 'zh-CN'])(
  'loads at most 450 KiB of code and messages for a whole trip in %s',
  (locale) => {
    const bytes = tripLoad(build, locale).reduce((sum, file) => sum + build.wireBytes(file), 0)
    expect(bytes).toBeGreaterThan(150 * kib)
    expect(bytes).toBeLessThanOrEqual(450 * kib)
  },
)

/** The service worker doesn't cache a file with the metadata, so offline pages must work without it. */
test('loads phone metadata only for pages that ask for or show a phone number', () => {
  const asking = routeTable.filter(({ file }) =>
    [...build.withImports(build.chunkOfSource(`web/${file}`))].some(({ modules }) =>
      modules.some((module) => heavy['phone metadata'].test(module)),
    ),
  )
  expect(asking.map(({ page }) => page).sort()).toEqual([
    'CheckCode',
    'EmailSignIn',
    'MyAccount',
    'OrderChange',
    'OrderConfirm',
    'OrderCreate',
    'PhoneDialCode',
    'ProfileEdit',
    'Saved',
    'SendCode',
    'SignIn',
    'SignUp',
    'SiteDetail',
  ])
})

test('loads heavy libraries in separate chunks, and MQTT.js only in a worker', () => {
  const modules = build.chunks.flatMap((chunk) => chunk.modules)
  const found = Object.entries(heavy).filter(([, library]) => modules.some((module) => library.test(module)))
  expect(found.map(([name]) => name)).toEqual(['phone metadata', 'crypto-js', 'QR reader'])
})

test('loads the other messages and every route only after the entry', () => {
  const entry = build.withImports(build.chunkOfSource('index.html'))
  const sources = [...entry].flatMap(({ source }) => source ?? [])
  expect(sources).toEqual(['index.html'])
})

test('leaves the inspector out of production builds', () => {
  const modules = build.chunks.flatMap((chunk) => chunk.modules)
  expect(modules.filter((module) => /statelyai|web\/app\/inspect/.test(module))).toEqual([])
  const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const traces = scripts.filter((file) =>
    /stately\.ai|statelyai|[?&'"`]inspect[='"`]/.test(readFileSync(join(dist, 'assets', file), 'utf8')),
  )
  expect(traces).toEqual([])
})

const texts = ['About', 'Accessibility', 'Faq', 'Insurance', 'LuggageNotice', 'Privacy', 'Terms']
test.each(texts)('loads neither the order form nor phone metadata for %s', (page) => {
  const modules = [...build.withImports(build.chunkOfSource(`web/pages/info/${page}.page.tsx`))].flatMap(
    (chunk) => chunk.modules,
  )
  expect(modules.filter((module) => /pages\/booking\/(?!routes\.ts)|libphonenumber/.test(module))).toEqual([])
})
