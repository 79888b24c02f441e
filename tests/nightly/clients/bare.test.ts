import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import type { Platform } from '@handsfree/core'
import { demoStaticKey } from '@handsfree/core/api'
import { createNodePlatform } from '@handsfree/core/platform/node'
import { build } from 'esbuild'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BuiltServer } from '../../../tools/built-server.ts'
import { operatorOf } from '../../e2e/backend.ts'
import { play } from '../../e2e/desk.ts'
import type { TravellerActions, TripSummary } from './bare/trip.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A single bundle without imports, like in mini-programs and phone apps. */
const bundled = (contents: string) =>
  build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'iife',
    globalName: 'bundle',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['handsfree-source'],
    target: 'es2022',
    define: { global: 'globalThis' },
  })

/** Only the language, timers, a console and Hermes' part of `Intl`. No DOM, `AbortController` or `URL`. */
function bareWorld() {
  const world = createContext({ setTimeout, clearTimeout, console })
  runInContext(
    `for (const name of ['DisplayNames', 'ListFormat', 'Locale', 'PluralRules', 'RelativeTimeFormat', 'Segmenter'])
       delete Intl[name]
     for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name]`,
    world,
  )
  return world
}

/** A mini-program's requests and sockets, implemented with Node's. */
function hostPlatform(onAnswer: (url: string, text: string) => void): Platform {
  const items = new Map<string, string>()
  const node = createNodePlatform({
    storage: {
      get: (key) => items.get(key) ?? null,
      set: (key, value) => void items.set(key, value),
      remove: (key) => void items.delete(key),
      subscribe: () => () => {},
    },
    reload: () => {},
  })
  const withOwnSignal = <Value>(
    signal: Parameters<Platform['fetch']>[1]['signal'],
    ask: (own: AbortSignal) => Promise<Value>,
  ) => {
    const own = new AbortController()
    signal.addEventListener('abort', () => own.abort(), { once: true })
    return ask(own.signal)
  }
  return {
    ...node,
    languages: () => ['en-US'],
    timeZone: () => 'Asia/Shanghai',
    fetch: (url, { signal, ...init }) =>
      withOwnSignal(signal, async (own) => {
        const answer = await fetch(url, { ...init, signal: own })
        const text = await answer.text()
        onAnswer(url, text)
        return { headers: answer.headers, text: async () => text }
      }),
    upload: ({ signal, ...request }) =>
      withOwnSignal(signal, (own) => node.upload({ ...request, signal: own })),
    prepareImage: async (source) => ({
      ok: true,
      value: { source, bytes: (source as Blob).size, preview: 'a picture' },
    }),
  }
}

test('plays a whole trip in a JavaScript engine without web APIs', async () => {
  const server = await BuiltServer.start()
  try {
    let code = ''
    const platform = hostPlatform((url, text) => {
      if (url.endsWith('/verification-codes')) code = JSON.parse(text).result.demoCode
    })
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0e5c4a' } })
      .jpeg()
      .toBuffer()
    const operator = operatorOf(server.url)
    const hands: TravellerActions = {
      baseUrl: server.url,
      staticKey: demoStaticKey,
      qrId: 'demo-hotel-desk',
      phoneNumber: '13800138123',
      photo: new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }),
      readCode: async () => code,
      pay: async (url) => {
        await fetch(new URL(url, server.url), {
          method: 'POST',
          body: new URLSearchParams({ card: 'pays' }),
          redirect: 'manual',
        })
      },
      carry: async (order) => {
        await play(operator, order, 'reviewing', 'arrived')
        // A traveller's own address has no storage step.
        await play(operator, order, 'delivered', 'handed')
      },
    }
    const world = bareWorld()
    const { outputFiles } = await bundled(`export { trip } from './tests/nightly/clients/bare/trip.ts'`)
    runInContext(outputFiles[0]?.text ?? '', world)
    world.platform = platform
    world.hands = hands
    const seen: TripSummary = await runInContext('bundle.trip(platform, hands)', world)
    expect(seen).toEqual({
      status: 'handed',
      title: 'Leave your 2 bags at the front desk',
      total: '¥98.00',
      live: true,
      countries: ['法国', 'France', '86'],
    })
  } finally {
    await server.discard()
  }
})

test.each([
  ['phone', 'isValidPhone'],
  ['booking', 'pickupSlots'],
  ['i18n', 'formatMoney'],
  ['sites', 'mapLinks'],
])('bundles the same modules for one rule from the root as from /%s: %s', async (subpath, rule) => {
  const modulesOf = async (from: string) => {
    const { metafile } = await bundled(
      `import { ${rule} } from '@handsfree/core${from}'; globalThis.it = ${rule}`,
    )
    const [output] = Object.values(metafile.outputs)
    return Object.entries(output?.inputs ?? {})
      .filter(([file, { bytesInOutput }]) => file.startsWith('core/') && bytesInOutput > 0)
      .map(([file]) => file)
      .sort()
  }
  expect(await modulesOf('')).toEqual(await modulesOf(`/${subpath}`))
})
