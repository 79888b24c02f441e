import { getContact, getInsurance, getQrSite, getSite, listSites, type QrSite } from '@handsfree/core/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const desk: QrSite = {
  qrId: 'demo-hotel-desk',
  site: {
    siteId: 'lakeside-garden-hotel',
    name: 'Lakeside Garden Hotel',
    regionId: 'hangzhou',
    regionName: 'Hangzhou',
    location: {
      type: 0,
      latitude: 30.2449,
      longitude: 120.1548,
      address: '18 Nanshan Road, Hangzhou',
      detail: 'Front desk in the lobby',
    },
    phone: '+86 571 0000 0018',
    timeZone: 'Asia/Shanghai',
    hours: null,
    photos: ['/demo/sites/lakeside-garden-hotel/1.svg', '/demo/sites/lakeside-garden-hotel/2.svg'],
    storage: true,
  },
  location: {
    type: 0,
    latitude: 30.2449,
    longitude: 120.1548,
    address: '18 Nanshan Road, Hangzhou',
    detail: 'Front desk in the lobby',
  },
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
  insurancePlan: {
    planId: 'hangzhou-luggage',
    name: 'Hangzhou luggage cover',
    tiers: [
      {
        coverPerPiece: { amount: 300_000, currency: 'CNY' },
        premiumPerPiece: { amount: 0, currency: 'CNY' },
      },
      {
        coverPerPiece: { amount: 1_000_000, currency: 'CNY' },
        premiumPerPiece: { amount: 1500, currency: 'CNY' },
      },
      {
        coverPerPiece: { amount: 3_000_000, currency: 'CNY' },
        premiumPerPiece: { amount: 4000, currency: 'CNY' },
      },
    ],
  },
}

test('the QR code of a desk answers site, place, price rule, region and plan', async () => {
  const answered = await server.call(getQrSite, { params: { qrId: 'demo-hotel-desk' } })
  expect(answered).toEqual({ status: 200, code: 0, message: 'ok', result: desk })
})

test('the room’s code stands for the room of the same hotel', async () => {
  const { result } = await server.call(getQrSite, { params: { qrId: 'demo-hotel-room-1208' } })
  expect(result).toEqual({
    ...desk,
    qrId: 'demo-hotel-room-1208',
    location: { ...desk.location, type: 1 },
    roomNumber: '1208',
  })
})

test('texts follow Accept-Language, also by its primary subtag and by quality', async () => {
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

test('the codes of the demo: who pays, and how a room opens', async () => {
  const read = async (qrId: string): Promise<QrSite> =>
    (await server.call(getQrSite, { params: { qrId } })).result
  expect((await read('demo-sponsored')).priceRule.sponsoredPieces).toBe(2)
  expect((await read('demo-guesthouse')).access).toBe('roomPassword')
  expect((await read('demo-airport')).location.type).toBe(2)
  expect((await read('demo-station')).location.type).toBe(3)
})

test('an unknown code and an unknown site answer 3002', async () => {
  const refused = { status: 404, code: 3002, message: 'site does not exist', result: null }
  expect(await server.call(getQrSite, { params: { qrId: 'nowhere' } })).toEqual(refused)
  expect(await server.call(getSite, { params: { siteId: 'nowhere' } })).toEqual(refused)
})

test('one site is told with its desk’s code; none where no desk has one', async () => {
  const detail = async (siteId: string) => (await server.call(getSite, { params: { siteId } })).result
  expect(await detail('lakeside-garden-hotel')).toEqual({ ...desk.site, deskQrId: 'demo-hotel-desk' })
  expect((await detail('wulin-square-storage')).deskQrId).toBe(null)
})

test('the demo’s places have pictures of their own, and only those', async () => {
  const { result } = await server.call(listSites)
  for (const url of result.list.flatMap(({ photos }) => photos)) {
    const answered = await server.app.inject(url)
    expect([url, answered.statusCode, answered.headers['content-type']]).toEqual([url, 200, 'image/svg+xml'])
    expect(answered.body).toMatch(/^<svg .*<\/svg>$/s)
  }
  expect((await server.app.inject('/demo/sites/nowhere/1.svg')).json()).toMatchObject({ code: 1002 })
})

test('a search goes by region, types and keyword in either language', async () => {
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
  expect(await found({ keyword: 'en-US' })).toEqual([])
  expect((await found({})).length).toBe(16)
})

test('what is no schema’s business is refused with its place', async () => {
  const answered = await server.call(listSites, { query: { colour: 'red' } })
  expect(answered).toMatchObject({ status: 400, code: 1008, result: { issues: [{ path: 'query.colour' }] } })
  expect(await server.call(listSites, { query: { types: ['7'] } })).toMatchObject({ code: 1008 })
  expect(await server.call(getSite, { params: { siteId: 'a b' } })).toMatchObject({ code: 1008 })
  for (const cursor of ['', '\u0000', 'a b'])
    expect(await server.call(listSites, { query: { cursor } })).toMatchObject({
      code: 1008,
      result: { issues: [{ path: 'query.cursor' }] },
    })
})

test('a region answers its plan and what we commit to', async () => {
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

test('customer service has a number', async () => {
  expect((await server.call(getContact)).result).toEqual({ phone: '+86 21 0000 0731' })
})
