import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorApplyCatalogue, operatorGetCatalogue } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sites } from '../../../../server/domain/sites/sites.table.ts'
import type { DomainPlugin } from '../../../../server/runtime/http/domain.ts'
import type { PageVisit } from '../../../../server/runtime/http/page-renderer.ts'
import { startServer, type TestServer } from '../../harness.ts'
import { operatorToken } from '../../trip.ts'

const words = { first: 'assets/first.js', trip: 'assets/trip.js' }
const route = (path: string, more = {}) => ({
  path,
  only: null,
  words: ['first', 'trip'],
  scripts: ['assets/screen.js'],
  styles: ['assets/screen.css'],
  ...more,
})
const files = {
  routes: [
    route('/'),
    route('/404'),
    route('/broken'),
    route('/broken/once'),
    route('/faq'),
    route('/terms'),
    route('/order/detail/:orderId', { only: 'members' }),
    route('/site/detail/:siteId'),
    route('/order/create/:qrId'),
    route('/sign/in'),
    route('/photo'),
    route('/news'),
    route('/service/:serviceId'),
    route('/order/category', { only: 'members' }),
  ],
  styles: ['assets/base.css'],
  words: { 'en-US': words, 'zh-CN': words },
}

/** Renders a page's audience, and names and prices from the server's calls. */
const renderer = `
const read = {
  '/site/detail/:siteId': ({ siteId }) => ['/api/sites/' + siteId, (site) => site.name],
  '/news': () => ['/api/sites', () => [{ announcementId: 'a1' }, { announcementId: 'b2' }]],
  '/order/create/:qrId': ({ qrId }) => ['/api/sites/qr/' + qrId, (site) => site.priceRule.pricePerPiece],
}
let crashes = 0
let renders = 0
export const readPage = async ({ route, params, locale }, fetch) => {
  if (route === '/terms') throw new Error('no such answer')
  if (route === '/faq') return new Promise(() => {})
  if (!read[route]) return {}
  const [call, shown] = read[route](params)
  const answer = await fetch(call, { headers: { 'Accept-Language': locale } })
  const { code, result } = await answer.json()
  await fetch('/api/test/held')
  return code === 0 ? { shown: shown(result) } : null
}
export const renderPage = async (visit, { shown }) => {
  if (visit.route === '/broken') throw new Error('no such element')
  if (visit.route === '/broken/once' && crashes++ === 0) throw new Error('no such element')
  return {
    html: '<main>' + [visit.locale, visit.hasAccount ? 'member' : 'visitor', shown ?? visit.path].join(' ') + '</main>'
      + (visit.route === '/photo' ? '<img fetchPriority="high">' : ''),
    css: visit.route === '/' ? 'p { order: 1 }' : '',
    title: 'Bags & </title>',
    facts: { ...visit, quote: '</script>', rendering: ++renders },
  }
}`

/** Delays a read after its response; `onRead` reports it. */
let held = Promise.resolve()
let onRead = () => {}
const holding: DomainPlugin = (app) => {
  app.get('/api/test/held', async () => {
    onRead()
    await held
    return {}
  })
}

let server: TestServer
/** Another instance on the same database. */
let other: TestServer
let web = ''
const logged: string[] = []
beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'handsfree-web-'))
  for (const folder of ['.vite', '.server', 'assets']) mkdirSync(join(web, folder))
  const page =
    '<!doctype html><html lang="en-US"><head><title>Handsfree</title><link rel="stylesheet" crossorigin href="/assets/base.css"></head><body><div id="root"></div></body></html>'
  writeFileSync(join(web, 'index.html'), page)
  writeFileSync(join(web, 'assets/base.css'), 'body { margin: 0 }\n')
  writeFileSync(
    join(web, 'assets/screen.css'),
    'main { color: red } .sheet { top: 0 } main, .sheet.open { left: 0 } @media print { .sheet { top: 1px } } :is(.sheet, main) { right: 0 }\n',
  )
  writeFileSync(join(web, '.vite/page-files.json'), JSON.stringify(files))
  writeFileSync(join(web, '.server/server.js'), renderer)
  writeFileSync(join(web, '.server/package.json'), '{ "type": "module" }')
  const options = { webFolder: web, extraDomains: [holding] }
  server = await startServer({}, { ...options, logger: { write: (line) => logged.push(line) } })
  const { db, settings } = server.services
  const { databaseUrl, postgres } = settings
  other = await startServer(
    {},
    { ...options, database: { db, databaseUrl, postgres, close: async () => {} } },
  )
})
afterAll(async () => {
  await other.close()
  await server.close()
  rmSync(web, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const contentOf = async (url: string, headers: Record<string, string> = {}, { app } = server) => {
  const { statusCode, body } = await app.inject({ url, headers })
  return [statusCode, /<div id="root">(.*)<\/div>/.exec(body)?.[1]]
}
const factsOf = (body: string): PageVisit & { quote: string; rendering: number } =>
  JSON.parse(/<script type="application\/json" id="page-facts">(.*?)<\/script>/.exec(body)?.[1] ?? '')

test('renders a page in the reader’s language, for visitors and members', async () => {
  expect(await contentOf('/?from=desk')).toEqual([200, '<main>en-US visitor /</main>'])
  expect(await contentOf('/', { 'accept-language': 'zh' })).toEqual([200, '<main>zh-CN visitor /</main>'])
  expect(await contentOf('/order/category', { cookie: 'account=yes' })).toEqual([
    200,
    '<main>en-US member /order/category</main>',
  ])
})

test('inlines used styles and the early-tap script, allows only these in the policy, and links the files', async () => {
  const { body, headers } = await get('/')
  const style =
    'body { margin: 0 }\nmain { color: red } main, .sheet.open { left: 0 } :is(.sheet, main) { right: 0 }\np { order: 1 }'
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
  const [, script = ''] = /<script>(.*?)<\/script>/.exec(body) ?? []
  expect(script).toContain('earlyTaps')
  expect(body).toContain(`<style>${style}</style>`)
  expect(headers['content-security-policy']).toContain(
    `;script-src 'self' 'sha256-${hashOf(script)}';style-src 'self' 'sha256-${hashOf(style)}';`,
  )
  const [head = '', content = ''] = body.split('</head>')
  expect(head).not.toContain('rel="stylesheet"')
  expect([...content.matchAll(/<link rel="stylesheet"[^>]*>/g)].map(([link]) => link)).toEqual([
    '<link rel="stylesheet" crossorigin href="/assets/base.css">',
    '<link rel="stylesheet" crossorigin href="/assets/screen.css">',
  ])
})

test('escapes title and facts so that neither ends its element', async () => {
  const { body } = await get('/')
  expect(body).toContain('<title>Bags &amp; &lt;/title></title>')
  expect(factsOf(body)).toMatchObject({ route: '/', path: '/', hasAccount: false, quote: '</script>' })
})

test('shows changed data after 1 s, and renders once before', async () => {
  const siteId = 'hangzhou-east-station'
  const url = `/site/detail/${siteId}`
  const before = [200, '<main>en-US visitor Hangzhou East Railway Station</main>']
  const { headers } = await get(url)
  expect(await contentOf(url)).toEqual(before)
  expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  const { db } = server.services
  const name = { 'en-US': 'Hangzhou East', 'zh-CN': '杭州东' }
  await db.update(sites).set({ name }).where(eq(sites.siteId, siteId))
  expect(await contentOf(url)).toEqual(before)
  server.clock.advance(1_001)
  expect(await contentOf(url)).toEqual([200, '<main>en-US visitor Hangzhou East</main>'])
})

/** An operator's change on the first instance, the page that shows it, and its previous value. */
const changes = {
  name: { url: '/site/detail/lakeside-garden-hotel', before: 'Lakeside Garden Hotel', after: 'Lakeside Inn' },
  price: { url: '/order/create/demo-hotel-desk', before: '4900', after: '5100' },
}
const both = () => [server, other]
const operate = async (change: 'name' | 'price', to: string) => {
  const token = operatorToken
  const { catalogue } = (await server.call(operatorGetCatalogue, { token })).result
  const site = catalogue.sites.find(({ siteId }) => siteId === 'lakeside-garden-hotel')
  const rule = catalogue.priceRules.find(({ priceRuleId }) => priceRuleId === site?.priceRuleId)
  const changed =
    change === 'name'
      ? { sites: [{ ...site, name: { ...site?.name, 'en-US': to } }] }
      : { priceRules: [{ ...rule, pricePerPiece: Number(to) }] }
  const { result } = await server.call(operatorApplyCatalogue, { token, body: { catalogue: changed } })
  expect(result).toHaveLength(1)
}

test.each(['name', 'price'] as const)(
  'shows a changed %s on each of two instances after 1 s',
  async (change) => {
    for (const { clock } of both()) clock.advance(1_001)
    const { url, before, after } = changes[change]
    const shown = () => Promise.all(both().map((instance) => contentOf(url, {}, instance)))
    const asBefore = Array(2).fill([200, `<main>en-US visitor ${before}</main>`])
    expect(await shown()).toEqual(asBefore)
    await operate(change, after)
    for (const { clock } of both()) clock.advance(1_000)
    expect(await shown()).toEqual(asBefore)
    for (const { clock } of both()) clock.advance(1)
    expect(await shown()).toEqual(Array(2).fill([200, `<main>en-US visitor ${after}</main>`]))
    await operate(change, before)
  },
)

test.each(['name', 'price'] as const)(
  'shows a %s that changed during a slow read 1 s after that read began',
  async (change) => {
    other.clock.advance(1_001)
    const { url, before, after } = changes[change]
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const isRead = new Promise<void>((resolve) => {
      onRead = resolve
    })
    const slow = contentOf(url, {}, other)
    await isRead
    await operate(change, after)
    other.clock.advance(900)
    release()
    expect(await slow).toEqual([200, `<main>en-US visitor ${before}</main>`])
    other.clock.advance(101)
    expect(await contentOf(url, {}, other)).toEqual([200, `<main>en-US visitor ${after}</main>`])
    await operate(change, before)
  },
)

test('renders a page with data again each minute, and one without data once a day', async () => {
  const [site, home] = ['/site/detail/hangzhou-east-station', '/']
  server.clock.set('2026-11-21T02:00:30.000Z')
  const times = async () => [factsOf((await get(site)).body).now, factsOf((await get(home)).body).now]
  expect(await times()).toEqual([Date.parse('2026-11-21T02:00:00Z'), Date.parse('2026-11-21T00:00:00Z')])
  server.clock.advance(45_000)
  expect(await times()).toEqual([Date.parse('2026-11-21T02:01:00Z'), Date.parse('2026-11-21T00:00:00Z')])
})

test('sends the page without content when rendering fails, and logs why', async () => {
  logged.length = 0
  expect(await contentOf('/broken')).toEqual([200, ''])
  const { body } = await get('/broken')
  expect(body).not.toContain('page-facts')
  expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/base.css">')
  expect(
    logged.map((line) => JSON.parse(line)).map(({ msg, route, message }) => [msg, route, message]),
  ).toEqual([['could not render the page', '/broken', 'no such element']])
})

test('renders a page again 1 s after a crash, and logs the next crash', async () => {
  expect(await contentOf('/broken/once')).toEqual([200, ''])
  server.clock.advance(1_000)
  expect(await contentOf('/broken/once')).toEqual([200, ''])
  server.clock.advance(1)
  expect(await contentOf('/broken/once')).toEqual([200, '<main>en-US visitor /broken/once</main>'])

  const crashes = () => logged.filter((line) => line.includes('"/broken"')).length
  await get('/broken')
  const before = crashes()
  server.clock.advance(1_001)
  expect(await contentOf('/broken')).toEqual([200, ''])
  expect(crashes()).toBe(before + 1)
})

test.each(['/healthz', '/livez', '/readyz', '/metrics', '/health/live', '/ping', '/status', '/readiness'])(
  'returns 404 and no page for a probe at %s',
  async (url) => {
    const { statusCode, headers } = await server.app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  },
)

test('returns 404 with the not-found page for an unknown page', async () => {
  for (const path of ['/no/such/page', '/site/detail/%E6%9D%AD%E5%B7%9'])
    expect(await contentOf(path), path).toEqual([404, '<main>en-US visitor /404</main>'])
  expect(await contentOf('/site/detail/nowhere/')).toEqual([
    200,
    '<main>en-US visitor /site/detail/:siteId</main>',
  ])
})

test('renders a page even if its data fails to load', async () => {
  expect(await contentOf('/faq')).toEqual([200, '<main>en-US visitor /faq</main>'])
  logged.length = 0
  expect(await contentOf('/terms')).toEqual([200, '<main>en-US visitor /terms</main>'])
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual(['could not load the page’s data'])
})

test('renders one frame for all orders', async () => {
  const account = { cookie: 'account=yes' }
  const frames = await Promise.all(['1', '2'].map((id) => get(`/order/detail/${id}`, account)))
  expect(frames.map(({ body }) => factsOf(body).path)).toEqual(Array(2).fill('/order/detail/:orderId'))
  expect(frames[0]?.headers.etag).toBe(frames[1]?.headers.etag)
})

test('lowers the priority of scripts only on a page with a large photo', async () => {
  const preloads = async (url: string) =>
    (await server.app.inject({ url })).body
      .match(/<link rel="modulepreload"[^>]*>/g)
      ?.map((link) => link.includes('"low"'))
  expect(await preloads('/photo')).toEqual([true, true, true])
  expect(await preloads('/terms')).toEqual([false, false, false])
})

test('renders a page once for all spellings of its address and closed announcements', async () => {
  const renderings = async (requests: [url: string, cookie?: string][]) => {
    const found = new Set<number>()
    for (const [url, cookie = ''] of requests) found.add(factsOf((await get(url, { cookie })).body).rendering)
    return found.size
  }
  const addresses = [
    'hangzhou-east-station',
    'hangzhou%2deast-station',
    'hangzhou%2Deast%2dstation',
    'hangzhou-east-station/',
  ]
  expect(await renderings(addresses.map((id) => [`/site/detail/${id}?from=${id}`]))).toBe(1)
  const closed = ['a1.b2', 'b2.a1', 'b2.b2.a1', 'b2.announcementId.a1.unknown']
  expect(await renderings(closed.map((ids) => ['/news', `dismissed=${ids}`]))).toBe(1)
  expect(await renderings([['/news', 'dismissed=a1.b2'], ['/news', 'dismissed=a1'], ['/news']])).toBe(3)
})

const contentFor = async (url: string, remoteAddress: string, { app } = server) =>
  /<div id="root">(.*)<\/div>/.exec((await app.inject({ url, remoteAddress })).body)?.[1]

test('renders 60 pages per minute for one address, and sends more without content', async () => {
  const ip = '203.0.113.1'
  for (let id = 1; id <= 60; id++) expect(await contentFor(`/service/${id}`, ip)).not.toBe('')
  expect(await contentFor('/service/61', ip)).toBe('')
  expect(await contentFor('/service/60', ip)).not.toBe('')
  expect(await contentFor('/service/61', '203.0.113.2')).not.toBe('')
  server.clock.advance(60_001)
  expect(await contentFor('/service/62', ip)).not.toBe('')
})

test('renders two pages concurrently for one address, and sends a third without content', async () => {
  const ip = '203.0.113.3'
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  server.clock.advance(1_001)
  const slow = ['hangzhou-east-station', 'lakeside-garden-hotel'].map((id) =>
    contentFor(`/site/detail/${id}`, ip),
  )
  expect(await contentFor('/order/create/demo-hotel-desk', ip)).toBe('')
  const other = contentFor('/order/create/demo-hotel-desk', '203.0.113.4')
  release()
  for (const content of await Promise.all([...slow, other])) expect(content).not.toBe('')
  expect(await contentFor('/order/create/demo-hotel-desk', ip)).not.toBe('')
})

test('shows a changed name after 1 s when the clock was set back by an hour', async () => {
  const url = '/site/detail/lakeside-garden-hotel'
  server.clock.advance(1_001)
  expect(await contentOf(url)).toEqual([200, '<main>en-US visitor Lakeside Garden Hotel</main>'])
  server.clock.set(new Date(server.services.now().getTime() - 3_600_000))
  await operate('name', 'Lakeside Inn')
  server.clock.advance(1_001)
  expect(await contentOf(url)).toEqual([200, '<main>en-US visitor Lakeside Inn</main>'])
  await operate('name', 'Lakeside Garden Hotel')
})
