import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chunk } from '../../tools/build-report.ts'
import { type Build, readBuild } from '../../tools/build-sizes.ts'
import { isWebBuilt } from '../../tools/web-sources.ts'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const kib = 1_024

let build: Build
beforeAll(async () => {
  if (!isWebBuilt()) throw new Error('The build is older than its sources: npm run build')
  build = await readBuild(dist)
})

/** All that a visitor's browser fetches for home: page, icon, entry, home, its messages, styles, service worker. */
const firstLoad = (locale: string): { chunks: Chunk[]; files: string[] } => {
  const needed = new Set(
    [
      build.chunkFor('index.html'),
      build.chunkFor('web/screens/home/Home.tsx'),
      build.chunkFor(`first/${locale}.js`),
      build.chunkFor('web/app/after-load.ts'),
    ].flatMap((chunk) => [...build.withImports(chunk)]),
  )
  const files = new Set(['index.html', 'favicon.svg', 'service-worker.js'])
  for (const { file, css } of needed) for (const name of [file, ...css]) files.add(name)
  return { chunks: [...needed], files: [...files].sort() }
}

/** Libraries that no visitor needs before they do something. */
const heavy = {
  'MQTT.js': /node_modules\/mqtt\//,
  'phone metadata': /node_modules\/libphonenumber-js\//,
  'crypto-js': /node_modules\/crypto-js\//,
  'QR reader': /node_modules\/qr-scanner\//,
  'ICU parser': /icu-messageformat-parser\/(?!no-parser|types|error)/,
}

describe.each(['en-US', 'zh-CN'])('home’s first load in %s', (locale) => {
  test('is at most 109 KiB', () => {
    const bytes = firstLoad(locale).files.reduce((sum, file) => sum + build.wireBytes(file), 0)
    expect(bytes).toBeGreaterThan(50 * kib)
    expect(bytes).toBeLessThanOrEqual(109 * kib)
  })

  test.each(Object.entries(heavy))('has no %s in it', (_, library) => {
    const modules = firstLoad(locale).chunks.flatMap((chunk) => chunk.modules)
    expect(modules.filter((module) => library.test(module))).toEqual([])
  })
})

test('the libraries are loaded when they are asked for', () => {
  const modules = build.chunks.flatMap((chunk) => chunk.modules)
  const found = Object.entries(heavy).filter(([, library]) => modules.some((module) => library.test(module)))
  expect(found.map(([name]) => name)).toEqual(['MQTT.js', 'phone metadata', 'crypto-js', 'QR reader'])
})

test('no screen’s own chunk is over 60 KiB', () => {
  const screens = build.chunks.filter(({ source }) => source?.startsWith('web/screens/'))
  const large = screens.filter(({ file }) => build.wireBytes(file) > 60 * kib)
  expect(screens.length).toBeGreaterThan(10)
  expect(large).toEqual([])
})

test('the rest of the messages and every route come later', () => {
  const entry = build.withImports(build.chunkFor('index.html'))
  const sources = [...entry].flatMap(({ source }) => source ?? [])
  expect(sources).toEqual(['index.html'])
})

test('production has no trace of the inspector', () => {
  const modules = build.chunks.flatMap((chunk) => chunk.modules)
  expect(modules.filter((module) => /statelyai|web\/inspect\//.test(module))).toEqual([])
  const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const traces = scripts.filter((file) =>
    /stately\.ai|statelyai|[?&'"`]inspect[='"`]/.test(readFileSync(join(dist, 'assets', file), 'utf8')),
  )
  expect(traces).toEqual([])
})
