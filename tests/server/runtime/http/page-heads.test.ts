import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../harness.ts'

const words = (locale: string) => ({ first: `assets/first-${locale}.js`, trip: `assets/trip-${locale}.js` })
const route = (path: string, name: string, more = {}) => ({
  path,
  only: null,
  words: ['first', 'trip'],
  scripts: [`assets/${name}.js`],
  styles: [`assets/${name}.css`],
  ...more,
})
const files = {
  routes: [
    route('/', 'home', { words: ['first'] }),
    route('/faq', 'faq'),
    route('/sign/in', 'sign-in', { only: 'visitors' }),
    route('/order/detail/:orderId', 'order', { only: 'members' }),
    route('/trip/:token', 'trip', { isSecret: true }),
    route('/handover/:token', 'handover', { isSecret: true }),
  ],
  styles: [],
  words: { 'en-US': words('en-US'), 'zh-CN': words('zh-CN') },
}

const manifest = '<link rel="manifest" href="/manifest.en-US.webmanifest">'
const page = `<!doctype html><html lang="en-US"><head>${manifest}</head></html>`

let server: TestServer
let web = ''
beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'handsfree-web-'))
  mkdirSync(join(web, '.vite'))
  writeFileSync(join(web, 'index.html'), page)
  writeFileSync(join(web, '.vite', 'page-files.json'), JSON.stringify(files))
  server = await startServer({}, { webFolder: web })
})
afterAll(async () => {
  await server.close()
  rmSync(web, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers })

/** Language and preloaded files of a page's head. */
async function headOf(url: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await get(url, headers)
  const [, lang] = /<html lang="([\w-]+)">/.exec(body) ?? []
  return [statusCode, lang, [...body.matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file)]
}

test('preloads the styles, words and scripts of a route', async () => {
  expect(await headOf('/')).toEqual([200, 'en-US', ['home.css', 'first-en-US.js', 'home.js']])
  expect(await headOf('/faq?from=home')).toEqual([
    200,
    'en-US',
    ['faq.css', 'first-en-US.js', 'trip-en-US.js', 'faq.js'],
  ])
  expect(await headOf('/no/such/page')).toEqual([200, 'en-US', []])
})

test('chooses the language by cookie, then by request, and ignores an unknown one', async () => {
  const chinese = [200, 'zh-CN', ['home.css', 'first-zh-CN.js', 'home.js']]
  expect(await headOf('/', { 'accept-language': 'zh-Hans-CN' })).toEqual(chinese)
  expect(await headOf('/', { cookie: 'a=b; language=zh-CN', 'accept-language': 'en-US' })).toEqual(chinese)
  expect(await headOf('/', { cookie: 'language="><script>', 'accept-language': 'zh' })).toEqual(chinese)
})

test('links the manifest of the language', async () => {
  expect((await get('/')).body).toContain(manifest)
  const chinese = (await get('/faq', { cookie: 'language=zh-CN' })).body
  expect(chinese).toContain('<link rel="manifest" href="/manifest.zh-CN.webmanifest">')
  expect(chinese).not.toContain('/manifest.en-US')
})

test('preloads sign-in on a page for members, unless there is an account', async () => {
  const signIn = ['sign-in.css', 'first-en-US.js', 'trip-en-US.js', 'sign-in.js']
  const order = ['order.css', 'first-en-US.js', 'trip-en-US.js', 'order.js']
  expect(await headOf('/order/detail/1')).toEqual([200, 'en-US', signIn])
  expect(await headOf('/order/detail/1', { cookie: 'account=yes' })).toEqual([200, 'en-US', order])
})

test('sends a compressed page with an ETag, and 304 while it is unchanged', async () => {
  const { headers, rawPayload } = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding, accept-language, cookie',
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
  })
  expect(brotliDecompressSync(rawPayload).toString()).toBe((await get('/')).body)
  const again = await get('/', { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const { 'cache-control': forMember } = (await get('/', { cookie: 'account=yes' })).headers
  expect(forMember).toBe('private, no-cache')
  const inChinese = await get('/', { 'if-none-match': String(headers.etag), cookie: 'language=zh-CN' })
  expect(inChinese.statusCode).toBe(200)
})

test.each(['trip', 'handover'])(
  'describes %s links to messengers in the reader’s language, without their token',
  async (page) => {
    const token = 'A'.repeat(22)
    const cardOf = async (url: string) =>
      [...(await get(url)).body.matchAll(/<meta property="og:([\w:]+)" content="([^"]+)">/g)].map(
        ([, name = '', content = '']) => [name, content] as const,
      )
    const english = await cardOf(`/${page}/${token}?lang=en-US`)
    const chinese = await cardOf(`/${page}/${token}?lang=zh-CN`)
    expect(JSON.stringify([english, chinese])).not.toContain(token)
    expect(new Map(english).get('image')).toMatch(/^https?:\/\/[^/]+\/icons\/link-card\.png$/)
    expect(new Map(chinese).get('title')).toMatch(/行李/)
    expect(new Map(english).get('title')).toMatch(/luggage/i)
    expect(await cardOf('/faq')).toEqual([])
  },
)
