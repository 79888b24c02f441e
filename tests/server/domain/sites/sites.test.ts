import {
  getContact,
  getInsurance,
  getPrivacyFacts,
  getQrSite,
  getSite,
  listSites,
  type QrSite,
} from '@handsfree/core/contract'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { serviceAreas, sites } from '../../../../server/domain/sites/sites.table.ts'
import { seedDemoWorld } from '../../../../server/flows/seed-demo.ts'
import { demoValues } from '../../../../server/runtime/demo/demo-values.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

const location = {
  ...{ type: 0 as const, latitude: 30.2449, longitude: 120.1548 },
  ...{ address: '18 Nanshan Road, Hangzhou', detail: 'Front desk in the lobby' },
}
const inShanghai = {
  ...{ regionId: 'shanghai', name: '上海', timeZone: 'Asia/Shanghai', utcOffset: 480 },
  ...{ travelMinutes: 180, surchargePerPiece: 0, addressKm: 50 },
}
const tier = (cover: number, premium: number) => ({
  coverPerPiece: { amount: cover, currency: 'CNY' as const },
  premiumPerPiece: { amount: premium, currency: 'CNY' as const },
})
const desk: QrSite = {
  qrId: 'demo-hotel-desk',
  site: {
    siteId: 'lakeside-garden-hotel',
    name: 'Lakeside Garden Hotel',
    regionId: 'hangzhou',
    regionName: 'Hangzhou',
    location,
    phone: '+86 571 0000 0018',
    timeZone: 'Asia/Shanghai',
    utcOffset: 480,
    hours: null,
    photos: ['/demo/sites/lakeside-garden-hotel/1.svg', '/demo/sites/lakeside-garden-hotel/2.svg'],
    storage: true,
  },
  location,
  roomNumber: null,
  access: 'frontDesk',
  priceRule: {
    currency: 'CNY',
    pricePerPiece: 4900,
    freePieces: 0,
    nthPieceDiscount: { nth: 3, percentOff: 50 },
    sponsoredPieces: 0,
  },
  region: { regionId: 'hangzhou', name: 'Hangzhou' },
  serviceAreas: [
    { ...inShanghai, regionId: 'hangzhou', name: 'Hangzhou' },
    { ...inShanghai, name: 'Shanghai', travelMinutes: 240, addressKm: 230 },
  ],
  insurancePlan: {
    planId: 'hangzhou-luggage',
    name: 'Hangzhou luggage coverage',
    tiers: [tier(300_000, 0), tier(1_000_000, 1500), tier(3_000_000, 4000)],
  },
  announcements: [],
}

test('returns site, place, price rule, region and plan for a desk’s QR code', async () => {
  const answered = await server.call(getQrSite, { params: { qrId: 'demo-hotel-desk' } })
  expect(answered).toEqual({ status: 200, code: 0, message: 'ok', result: desk })
})

test.each([
  ['airport pudong', ['pudong-airport-t2']],
  ['T2 Pudong', ['pudong-airport-t2']],
  ['PVG', ['pudong-airport-t2']],
  ['ｐｖｇ', ['pudong-airport-t2']],
  ['浦东机场', ['pudong-airport-t2']],
  ['pu dong jichang', ['pudong-airport-t2']],
  ['HGH', ['hangzhou-xiaoshan-airport-t4']],
  ['Hongqiao station', ['hongqiao-railway-station']],
  ['hongqiao  railway', ['hongqiao-railway-station']],
  ['虹桥 station', ['hongqiao-railway-station']],
  ['hangzhoudong', ['hangzhou-east-station']],
  ['hzdz', ['hangzhou-east-station']],
  ['杭州东站', ['hangzhou-east-station']],
  ['杭州東站', ['hangzhou-east-station']],
  ['虹橋火車站', ['hongqiao-railway-station']],
  ['浦東 PVG', ['pudong-airport-t2']],
  ['nowhere pudong', []],
  ['100%', []],
  ['…', []],
])('finds “%s” by words in any order, in either language and in pinyin', async (keyword, siteIds) => {
  for (const locale of ['en-US', 'zh-CN'] as const) {
    const { result } = await server.call(listSites, { query: { keyword }, locale })
    expect(result.list.map(({ siteId }) => siteId)).toEqual(siteIds)
  }
})

test('finds a code in any case, and returns it as stored', async () => {
  const answered = await server.call(getQrSite, { params: { qrId: 'DEMO-Hotel-Desk' } })
  expect(answered.result).toEqual(desk)
})

test('returns the room of the same hotel for a room’s code', async () => {
  const { result } = await server.call(getQrSite, { params: { qrId: 'demo-hotel-room-1208' } })
  expect(result).toEqual({
    ...desk,
    qrId: 'demo-hotel-room-1208',
    location: { ...desk.location, type: 1 },
    roomNumber: '1208',
  })
})

test('translates texts by Accept-Language, also by its primary subtag and by quality', async () => {
  const nameFor = async (header: string) =>
    (
      await server.call(getSite, {
        params: { siteId: 'lakeside-garden-hotel' },
        headers: { 'accept-language': header },
      })
    ).result.name
  expect(await nameFor('zh-CN')).toBe('湖畔花园酒店')
  expect(await nameFor('zh-TW,zh;q=0.9')).toBe('湖畔花园酒店')
  expect(await nameFor('en;q=0.2, zh;q=0.8')).toBe('湖畔花园酒店')
  expect(await nameFor('fr-FR, en-GB;q=0.7')).toBe('Lakeside Garden Hotel')
  expect(await nameFor('*')).toBe('Lakeside Garden Hotel')
})

test('seeds codes with a sponsor, a room password, an airport and a station', async () => {
  const read = async (qrId: string): Promise<QrSite> =>
    (await server.call(getQrSite, { params: { qrId } })).result
  expect((await read('demo-sponsored')).priceRule.sponsoredPieces).toBe(2)
  expect((await read('demo-guesthouse')).access).toBe('roomPassword')
  expect((await read('demo-airport')).location.type).toBe(2)
  expect((await read('demo-station')).location.type).toBe(3)
})

test('returns 3002 for an unknown code and an unknown site', async () => {
  const refused = { status: 404, code: 3002, message: 'site does not exist', result: null }
  expect(await server.call(getQrSite, { params: { qrId: 'nowhere' } })).toEqual(refused)
  expect(await server.call(getSite, { params: { siteId: 'nowhere' } })).toEqual(refused)
})

test('returns a site with its desk’s code, or null if it has no desk', async () => {
  const detail = async (siteId: string) => (await server.call(getSite, { params: { siteId } })).result
  expect(await detail('lakeside-garden-hotel')).toEqual({
    ...desk.site,
    deskQrId: 'demo-hotel-desk',
    isClosed: false,
    announcements: [],
  })
  expect((await detail('wulin-square-storage')).deskQrId).toBe(null)
})

test('lists each site with its desk’s code, and only sites with a desk on request', async () => {
  const { list } = (await server.call(listSites, { query: { regionId: 'hangzhou' } })).result
  const found = await Promise.all(
    list.map(async ({ siteId }) => (await server.call(getSite, { params: { siteId } })).result),
  )
  // Only a single site includes its announcements, lists don't.
  expect(list).toEqual(found.map(({ announcements: _, ...site }) => site))
  const withDesk = (await server.call(listSites, { query: { withDesk: 'true', regionId: 'hangzhou' } }))
    .result
  expect(withDesk.list).toEqual(list.filter(({ deskQrId }) => deskQrId !== null))
  expect([withDesk.list.length > 0, withDesk.list.length < list.length]).toEqual([true, true])
  for (const { siteId, deskQrId } of withDesk.list) {
    const { site } = (await server.call(getQrSite, { params: { qrId: deskQrId ?? '' } })).result
    expect(site.siteId).toBe(siteId)
  }
  expect(await server.call(listSites, { query: { withDesk: 'no' } })).toMatchObject({ code: 1008 })
})

test('serves the pictures of the demo’s sites, and 1002 for an unknown one', async () => {
  const { result } = await server.call(listSites)
  for (const url of result.list.flatMap(({ photos }) => photos)) {
    const answered = await server.app.inject(url)
    expect([url, answered.statusCode, answered.headers['content-type']]).toEqual([url, 200, 'image/svg+xml'])
    expect(answered.body).toMatch(/^<svg .*<\/svg>$/s)
  }
  const { headers } = await server.app.inject('/demo/sites/lakeside-garden-hotel/1.svg')
  expect([headers['content-type'], headers['content-security-policy']]).toEqual([
    'image/svg+xml',
    "sandbox; default-src 'none'",
  ])
  expect((await server.app.inject('/demo/sites/nowhere/1.svg')).json()).toMatchObject({ code: 1002 })
})

test('searches by region, types and keyword in either language', async () => {
  const found = async (query: Record<string, string | string[]>) => {
    const { result } = await server.call(listSites, { query })
    return result.list.map((site) => site.siteId)
  }
  expect(await found({ regionId: 'hong-kong', types: ['2', '3'] })).toEqual([
    'hong-kong-airport-t1',
    'west-kowloon-station',
  ])
  expect(await found({ keyword: '虹桥' })).toEqual(['hongqiao-airport-t2', 'hongqiao-railway-station'])
  expect(await found({ keyword: 'hongQIAO rail' })).toEqual(['hongqiao-railway-station'])
  expect(await found({ keyword: '%' })).toEqual([])
  expect(await found({ keyword: 'zh-CN' })).toEqual([])
  expect((await found({})).length).toBe(16)
})

test.each([
  ['虹桥站', ['hongqiao-railway-station', 'hongqiao-airport-t2']],
  ['上海 虹桥站', ['hongqiao-railway-station', 'hongqiao-airport-t2']],
  ['上海虹桥站', ['hongqiao-railway-station', 'hongqiao-airport-t2']],
  ['Hong  KÓNG', ['hong-kong-airport-t1', 'west-kowloon-station', 'harbour-lantern-hotel']],
  ['杭州', ['hangzhou-east-station', 'hangzhou-xiaoshan-airport-t4', 'lakeside-garden-hotel']],
])(
  'lists sites named “%s” before those that match by address, other names or pinyin',
  async (keyword, first) => {
    for (const locale of ['en-US', 'zh-CN'] as const) {
      const { result } = await server.call(listSites, { query: { keyword }, locale })
      expect(result.list.map(({ siteId }) => siteId).slice(0, 3)).toEqual(first)
    }
  },
)

test('continues after a page that ended among the names, with each site once', async () => {
  const { db } = server.services
  const [hotel] = await db.select().from(sites).where(eq(sites.siteId, 'lakeside-garden-hotel'))
  const copies = Array.from({ length: 45 }, (_, index) => ({
    ...hotel!,
    siteId: `moon-${String(index).padStart(2, '0')}`,
    name: index % 2 === 0 ? hotel!.name : { 'en-US': `Moon House ${index}`, 'zh-CN': `月屋 ${index}` },
    searchText: `moon ${index}`,
  }))
  await db.insert(sites).values(copies)
  const found: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const { result } = await server.call(listSites, {
      query: { keyword: 'moon', ...(cursor ? { cursor } : {}) },
    })
    found.push(...result.list.map(({ siteId }) => siteId))
    cursor = result.nextCursor
  }
  const ids = copies.map(({ siteId }) => siteId)
  await db.delete(sites).where(inArray(sites.siteId, ids))
  expect(found).toEqual([
    ...ids.filter((_, index) => index % 2 === 1),
    ...ids.filter((_, index) => index % 2 === 0),
  ])
})

test('lists destinations that a pickup site serves, and other matches separately', async () => {
  const found = async (query: Record<string, string>) => {
    const { list, elsewhere } = (await server.call(listSites, { query })).result
    return [list.map(({ siteId }) => siteId), elsewhere.map(({ siteId }) => siteId)]
  }
  const from = 'lakeside-garden-hotel'
  const [all = [], none] = await found({ from })
  expect([all.length, all.includes(from), none]).toEqual([11, false, []])
  expect(await found({ from, keyword: 'station' })).toEqual([
    ['hangzhou-east-station', 'hongqiao-railway-station'],
    ['west-kowloon-station'],
  ])
  expect(await found({ from, keyword: 'kowloon' })).toEqual([
    [],
    ['west-kowloon-station', 'harbour-lantern-hotel', 'kai-tak-cruise-terminal'],
  ])
  expect((await found({ from: 'west-kowloon-station' }))[0]).toEqual([
    'harbour-lantern-hotel',
    'hong-kong-airport-t1',
    'kai-tak-cruise-terminal',
  ])
  expect(await found({ from: 'nowhere' })).toEqual([[], []])
})

test('serves a site’s own region when it has no service area, with each area’s time zone', async () => {
  const { db } = server.services
  await db.delete(serviceAreas)
  const areas = async () =>
    (await server.call(getQrSite, { params: { qrId: 'demo-airport' }, locale: 'zh-CN' })).result.serviceAreas
  expect(await areas()).toEqual([inShanghai])
  const siteId = 'pudong-airport-t2'
  const far = { travelMinutes: 600, surchargePerPiece: 9900, addressKm: 1300.5 }
  const toHongKong = { siteId, regionId: 'hong-kong', ...far }
  await db.insert(serviceAreas).values([toHongKong, { siteId, regionId: 'shanghai' }])
  const { siteId: _, ...named } = toHongKong
  expect(await areas()).toEqual([
    inShanghai,
    { ...named, name: '香港', timeZone: 'Asia/Hong_Kong', utcOffset: 480 },
  ])
  await db.delete(serviceAreas)
  // The next start adds rows that an older data folder lacks, and doesn't change others.
  await db.insert(serviceAreas).values({ siteId, regionId: 'shanghai', travelMinutes: 120 })
  await seedDemoWorld(db, server.services.random)
  await seedDemoWorld(db, server.services.random)
  expect((await areas()).map(({ regionId, travelMinutes }) => [regionId, travelMinutes])).toEqual([
    ['shanghai', 120],
    ['hangzhou', 240],
  ])
})

test('returns the plan and the service commitment of a region', async () => {
  const { result } = await server.call(getInsurance, { params: { regionId: 'hangzhou' }, locale: 'zh-CN' })
  expect(result).toEqual({
    region: { regionId: 'hangzhou', name: '杭州' },
    plan: { ...desk.insurancePlan, name: '杭州行李保障计划' },
    serviceCommitment: {
      claimStartsWithinHours: 24,
      complaintResponseWithinHours: 48,
      hotlineHours: '24/7',
      phone: '+86 21 0000 0731',
    },
  })
  expect(await server.call(getInsurance, { params: { regionId: 'atlantis' } })).toMatchObject({
    status: 404,
    code: 7006,
  })
})

test('returns how long data is kept, who processes it and where travellers are served', async () => {
  const { keepDays } = server.services.settings
  expect((await server.call(getPrivacyFacts)).result).toEqual({
    keepDays: { ...keepDays, sessions: 30, idleSessions: 14 },
    processors: { payments: false, textMessages: false, mail: false, pushMessages: true, storage: false },
    markets: ['CN', 'HK', 'EU'],
  })
})

test('returns the phone number of customer service', async () => {
  expect((await server.call(getContact)).result).toEqual({
    phone: '+86 21 0000 0731',
    company: demoValues.company['en-US'],
  })
})
