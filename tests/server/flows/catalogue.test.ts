import { emptyCatalogue } from '@handsfree/core/catalogue'
import {
  addEmployee,
  type CallShape,
  type Catalogue,
  getContact,
  getInsurance,
  getOrder,
  getOwnEmployee,
  getQrSite,
  getSite,
  listAnnouncements,
  listEmployees,
  listSites,
  operatorApplyCatalogue,
  operatorAssign,
  operatorChange,
  operatorChangeEntry,
  operatorCloseEntry,
  operatorCreateEntry,
  operatorDecide,
  operatorGetCatalogue,
  operatorListCatalogueLog,
  operatorReview,
  quoteOrder,
  setEmployeeState,
} from '@handsfree/core/contract'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { applyCatalogue, readCatalogueBody } from '../../../server/flows/apply-catalogue.ts'
import { draftOf, newTraveller, operate, operatorToken, pricedFactsOf, type TestTraveller } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()
let ada: TestTraveller
beforeAll(async () => {
  ada = await newTraveller(server)
})

const operator = <Shape extends CallShape>(shape: Shape, body?: unknown, query?: Record<string, string>) =>
  server.call(shape, {
    token: operatorToken,
    ...(body === undefined ? {} : { body }),
    ...(query ? { query } : {}),
  })
const apply = (catalogue: Partial<Catalogue>, dryRun = false) =>
  operator(operatorApplyCatalogue, { catalogue, dryRun })
const read = async () => (await operator(operatorGetCatalogue)).result.catalogue
const log = async () => (await operator(operatorListCatalogueLog)).result.list

const inBoth = (text: string) => ({ 'en-US': text, 'zh-CN': `${text} 中文` })
const region = { regionId: 'suzhou', name: inBoth('Suzhou') }
const plan = {
  planId: 'suzhou-cover',
  regionId: 'suzhou',
  name: inBoth('Suzhou cover'),
  currency: 'CNY',
  tiers: [{ coverPerPiece: 100_000, premiumPerPiece: 0 }],
}
const rule = { priceRuleId: 'suzhou-39', currency: 'CNY', pricePerPiece: 3_900 }
const site = {
  siteId: 'canal-hotel',
  regionId: 'suzhou',
  priceRuleId: 'suzhou-39',
  type: 'hotel',
  name: inBoth('Canal Hotel'),
  address: inBoth('1 Pingjiang Road'),
  detail: inBoth('Lobby'),
  latitude: 31.3,
  longitude: 120.6,
  phone: '+86 512 0000 0001',
  timeZone: 'Asia/Shanghai',
  storage: true,
  access: 'frontDesk',
}
const suzhou = {
  regions: [region],
  insurancePlans: [plan],
  priceRules: [rule],
  sites: [site],
  qrCodes: [{ qrId: 'canal-desk', siteId: 'canal-hotel' }],
} as unknown as Partial<Catalogue>

describe('applying a catalogue', () => {
  beforeEach(async () => {
    expect((await apply(suzhou)).code).toBe(0)
  })

  test('creates a site with a working code and search entry, and changes nothing the second time', async () => {
    const { result } = await server.call(getQrSite, { params: { qrId: 'canal-desk' }, locale: 'zh-CN' })
    expect([result.site.name, result.priceRule.pricePerPiece]).toEqual(['Canal Hotel 中文', 3_900])
    const found = await server.call(listSites, { query: { keyword: 'canal' } })
    expect(found.result.list.map(({ siteId }) => siteId)).toEqual(['canal-hotel'])
    const before = (await log()).length
    expect((await apply(suzhou)).result).toEqual([])
    expect((await log()).length).toBe(before)
  })

  test('reports the changes of a dry run, and changes nothing', async () => {
    const before = await read()
    const renamed = { ...suzhou, sites: [{ ...site, phone: '+86 512 0000 0002' }] } as Partial<Catalogue>
    expect((await apply(renamed, true)).result).toEqual([
      { kind: 'sites', id: 'canal-hotel', change: 'changed', fields: ['phone'] },
    ])
    expect(await read()).toEqual(before)
  })

  test('changes nothing when one entry is invalid, and reports each invalid entry', async () => {
    const before = await read()
    const { code, status, result } = await apply({
      regions: [{ regionId: 'wuxi', name: inBoth('Wuxi'), closed: false }],
      sites: [{ ...site, siteId: 'lost-hotel', regionId: 'nowhere' }] as unknown as Catalogue['sites'],
      qrCodes: [{ qrId: 'Canal-Desk', siteId: 'canal-hotel', roomNumber: null, closed: false }],
    })
    expect([status, code]).toEqual([409, 7006])
    expect((result as unknown as { issues: { id: string; code: number }[] }).issues).toMatchObject([
      { kind: 'sites', id: 'lost-hotel', field: 'regionId', code: 7006 },
      { kind: 'qrCodes', id: 'Canal-Desk', field: 'qrId', code: 3001 },
    ])
    expect(await read()).toEqual(before)
  })

  test('applies concurrent changes of several operators one after the other', async () => {
    const named = (name: string) => apply({ regions: [{ ...region, name: inBoth(name), closed: false }] })
    const answers = await Promise.all(['One', 'Two', 'Three'].map(named))
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0])
    expect((await log()).slice(0, 3).map(({ id, fields }) => [id, fields])).toEqual(
      Array(3).fill(['suzhou', ['name']]),
    )
  })
})

const fits: [what: string, code: number, given: Record<string, unknown[]>][] = [
  ['a region with another’s name', 7001, { regions: [{ ...region, regionId: 'suzhou-2' }] }],
  [
    'a plan of an unknown region',
    7006,
    { insurancePlans: [{ ...plan, planId: 'x', regionId: 'x', name: inBoth('X') }] },
  ],
  ['a second plan of a region', 7002, { insurancePlans: [{ ...plan, planId: 'x', name: inBoth('X') }] }],
  [
    'a plan with another’s name',
    7005,
    {
      regions: [{ regionId: 'wuxi', name: inBoth('Wuxi') }],
      insurancePlans: [{ ...plan, planId: 'x', regionId: 'wuxi' }],
    },
  ],
  ['a site with an unknown rule', 8003, { sites: [{ ...site, priceRuleId: 'x' }] }],
  ['a price in another currency than the cover', 7002, { priceRules: [{ ...rule, currency: 'HKD' }] }],
  ['a closed rule that a site uses', 8003, { priceRules: [{ ...rule, closed: true }] }],
  ['a closed region with an open site', 7003, { regions: [{ ...region, closed: true }] }],
  ['a closed plan that a site needs', 7004, { insurancePlans: [{ ...plan, closed: true }] }],
  ['an area of an unknown site', 3002, { serviceAreas: [{ siteId: 'x', regionId: 'suzhou' }] }],
  ['a code of an unknown site', 3002, { qrCodes: [{ qrId: 'x', siteId: 'x' }] }],
  [
    'a code that goes to another site',
    3001,
    { qrCodes: [{ qrId: 'canal-desk', siteId: 'riverbend-hotel' }] },
  ],
  [
    'an employee’s other role',
    2005,
    {
      employees: [{ employeeId: 'courier-0418', role: 'operator', name: 'Lin', phone: '+86 571 0000 0418' }],
    },
  ],
  [
    'a second employee with a phone',
    2007,
    { employees: [{ employeeId: 'x', role: 'operator', name: 'X', phone: '+86 57100000418' }] },
  ],
  [
    'a desk of an unknown site',
    2010,
    { employees: [{ employeeId: 'x', role: 'site', name: 'X', phone: '+86 571 2', siteId: 'x' }] },
  ],
  ['a car of nobody', 2000, { vehicles: [{ vehicleId: 'x', plate: 'X', courierId: 'x' }] }],
  [
    'a courier with two cars',
    4001,
    { vehicles: [{ vehicleId: 'x', plate: 'X', courierId: 'courier-0418' }] },
  ],
  ['two cars of one plate', 4001, { vehicles: [{ vehicleId: 'x', plate: '浙A·6K27Q' }] }],
  [
    'an announcement of an unknown site',
    3002,
    { announcements: [{ announcementId: 'x', siteId: 'x', title: inBoth('x'), content: inBoth('x') }] },
  ],
  [
    'an announcement of an unknown region',
    7006,
    { announcements: [{ announcementId: 'x', regionId: 'x', title: inBoth('x'), content: inBoth('x') }] },
  ],
  ['the same entry twice', 1008, { regions: [region, region] }],
]

test.each(fits)('refuses %s with %i', async (_, code, given) => {
  await apply(suzhou)
  expect((await apply(given as unknown as Partial<Catalogue>)).code).toBe(code)
})

describe('single entries', () => {
  const item = { kind: 'vehicles', entry: { vehicleId: 'van-1', plate: '浙A·1VAN1', model: 'Van' } }
  const announcement = { announcementId: 'typhoon', title: inBoth('Typhoon'), content: inBoth('No boats') }

  test('creates an entry once, changes, closes and reopens it, and logs each by its number', async () => {
    const change = (entry: object) => operator(operatorChangeEntry, { kind: 'vehicles', entry })
    const isClosed = { kind: 'vehicles', id: 'van-1' }
    expect((await change(item.entry)).code).toBe(1002)
    expect((await operator(operatorCloseEntry, isClosed)).code).toBe(1002)
    expect((await operator(operatorCreateEntry, item)).result).toMatchObject({ change: 'created' })
    expect((await operator(operatorCreateEntry, item)).code).toBe(1013)
    expect((await change(item.entry)).result).toBeNull()
    expect((await change({ ...item.entry, model: 'Larger van' })).result?.fields).toEqual(['model'])
    expect((await operator(operatorCloseEntry, isClosed)).result?.change).toBe('closed')
    expect((await operator(operatorCloseEntry, isClosed)).result).toBeNull()
    expect((await change({ ...item.entry, model: 'Larger van' })).result?.change).toBe('reopened')
    expect((await log()).slice(0, 4).map(({ action, logType, actor }) => [action, logType, actor])).toEqual([
      [201, 1, 'employee:operator'],
      [102, 8, 'employee:operator'],
      [201, 1, 'employee:operator'],
      [101, 8, 'employee:operator'],
    ])
  })

  test('changes only the named columns, and keeps another operator’s concurrent change', async () => {
    const entry = { ...item.entry, vehicleId: 'van-2', plate: '浙A·2VAN2', courierId: null, closed: false }
    expect((await operator(operatorCreateEntry, { ...item, entry })).code).toBe(0)
    const change = (given: object, fields: string[]) =>
      operator(operatorChangeEntry, { kind: 'vehicles', entry: { ...entry, ...given }, fields })
    expect((await change({ model: 'Larger van' }, ['model'])).result?.fields).toEqual(['model'])
    expect((await change({ plate: '浙A·3VAN3' }, ['plate'])).result?.fields).toEqual(['plate'])
    expect((await change({ plate: '浙A·4VAN4' }, [])).result).toBeNull()
    const { code, message } = await change({ plate: '浙A·4VAN4' }, ['plates'])
    expect([code, message]).toEqual([1008, 'plates is not a column'])
    expect((await read()).vehicles.find(({ vehicleId }) => vehicleId === 'van-2')).toEqual({
      ...entry,
      plate: '浙A·3VAN3',
      model: 'Larger van',
    })
  })

  test('refuses columns that conflict with another operator’s change', async () => {
    const entry = { ...announcement, announcementId: 'storm' }
    const change = (given: object, fields: string[]) =>
      operator(operatorChangeEntry, { kind: 'announcements', entry: { ...entry, ...given }, fields })
    expect((await operator(operatorCreateEntry, { kind: 'announcements', entry })).code).toBe(0)
    expect((await change({ regionId: 'shanghai' }, ['regionId'])).code).toBe(0)
    const { status, code, result } = await change({ siteId: 'pudong-airport-t2' }, ['siteId'])
    expect([status, code, result]).toEqual([
      400,
      1008,
      { issues: [{ path: 'body.entry', message: 'must not have both a region and a site' }] },
    ])
    const stored = (await read()).announcements.find(({ announcementId }) => announcementId === 'storm')
    expect([stored?.regionId, stored?.siteId]).toEqual(['shanghai', null])
    expect((await operator(operatorCloseEntry, { kind: 'announcements', id: 'storm' })).code).toBe(0)
  })

  test('logs billing rules, announcements and regions by their own numbers', async () => {
    const ownRule = { ...rule, priceRuleId: 'own-39' }
    const steps: [CallShape, object, number][] = [
      [operatorCreateEntry, { kind: 'priceRules', entry: ownRule }, 301],
      [operatorChangeEntry, { kind: 'priceRules', entry: { ...ownRule, pricePerPiece: 4_000 } }, 301],
      [operatorCreateEntry, { kind: 'announcements', entry: announcement }, 401],
      [operatorCloseEntry, { kind: 'announcements', id: 'typhoon' }, 402],
      [operatorCreateEntry, { kind: 'regions', entry: { regionId: 'wuxi', name: inBoth('Wuxi') } }, 201],
      [operatorCloseEntry, { kind: 'regions', id: 'wuxi' }, 701],
      [operatorCreateEntry, { kind: 'configuration', entry: { key: 'contactPhone', value: '+86 1' } }, 1008],
      [
        operatorCreateEntry,
        { kind: 'configuration', entry: { key: 'contactPhone', value: '+86 10 95' } },
        201,
      ],
    ]
    for (const [shape, body, expected] of steps) {
      const { code } = await operator(shape, body)
      expect([body, code || (await log())[0]?.action]).toEqual([body, expected])
    }
    expect((await server.call(getContact)).result.phone).toBe('+86 10 95')
    const insurance = await server.call(getInsurance, { params: { regionId: 'shanghai' } })
    expect(insurance.result.serviceCommitment.phone).toBe('+86 10 95')
    expect((await server.call(getInsurance, { params: { regionId: 'wuxi' } })).code).toBe(7006)
  })

  test('returns each kind’s own code for unknown and used ids', async () => {
    const close = async (kind: string, id: string) => (await operator(operatorCloseEntry, { kind, id })).code
    expect([
      await close('regions', 'x'),
      await close('insurancePlans', 'x'),
      await close('priceRules', 'x'),
      await close('sites', 'x'),
      await close('employees', 'x'),
      await close('qrCodes', 'x'),
    ]).toEqual([7006, 7004, 8003, 3002, 2000, 1002])
    const shanghai = { regionId: 'shanghai', name: inBoth('Shanghai') }
    expect((await operator(operatorCreateEntry, { kind: 'regions', entry: shanghai })).code).toBe(7001)
    const code = { qrId: 'demo-airport', siteId: 'riverbend-hotel' }
    expect((await operator(operatorCreateEntry, { kind: 'qrCodes', entry: code })).code).toBe(3001)
  })

  test('refuses to close the caller’s own account, and refuses the token of a closed employee', async () => {
    const own = await operator(operatorCloseEntry, { kind: 'employees', id: 'operator' })
    expect(own.code).toBe(2005)
    const token = 'demo-courier-0418-token'
    await operator(operatorCloseEntry, { kind: 'employees', id: 'courier-0418' })
    const { code } = await server.call(getOwnEmployee, { token })
    expect(code).toBe(1010)
    const { result } = await operator(listEmployees)
    expect(result.find(({ employeeId }) => employeeId === 'courier-0418')?.isDisabled).toBe(true)
    const entry = (await read()).employees.find(({ employeeId }) => employeeId === 'courier-0418')
    await operator(operatorChangeEntry, { kind: 'employees', entry: { ...entry, closed: false } })
    // A reinstated employee needs a new token.
    expect((await server.call(getOwnEmployee, { token })).code).toBe(1010)
  })

  test('disconnects an employee who is closed by an import, but not in a dry run', async () => {
    const courier = { employeeId: 'courier-77', role: 'courier', name: 'Mo', phone: '+86 571 0000 0077' }
    const imported = (employee: object, dryRun = false) =>
      operator(operatorApplyCatalogue, { catalogue: { employees: [employee] }, dryRun })
    await imported(courier)
    const closed = { ...courier, closed: true }
    server.employeeHints.length = 0
    await imported(closed, true)
    expect(server.employeeHints).toEqual([])
    await imported(closed)
    await imported(closed)
    expect(server.employeeHints).toEqual(['end courier-77'])
  })

  test('gives a courier the plate of their current car', async () => {
    const plateOf = async (id: string) =>
      (await operator(listEmployees)).result.find(({ employeeId }) => employeeId === id)?.plate
    const given = (courierId: string | null) =>
      operator(operatorChangeEntry, {
        kind: 'vehicles',
        entry: { vehicleId: 'courier-0731', plate: '浙A·6K27Q', courierId },
      })
    await given(null)
    expect(await plateOf('courier-0731')).toBe('')
    const { orderId } = await ada.paidOrder()
    const assign = () => operate(server, operatorAssign, orderId, { employeeId: 'courier-0731' })
    await operate(server, operatorReview, orderId, { result: 'pass' })
    expect((await assign()).code).toBe(2008)
    await given('courier-0731')
    expect((await assign()).code).toBe(0)
  })
})

const raisePremiums = (plan: Catalogue['insurancePlans'][number]) => ({
  ...plan,
  tiers: plan.tiers.map((tier, index) => ({ ...tier, premiumPerPiece: index * 2_000 })),
})

const moveRule = (site: Catalogue['sites'][number]) =>
  site.siteId === 'lakeside-garden-hotel' ? { ...site, priceRuleId: 'cny-69' } : site

test('adds an employee with their car, refuses a taken plate, and logs both and each change of state', async () => {
  const hired = { role: 'courier', name: 'Courier 1999', phone: '+86 571 0000 1999', plate: '浙A·0X999' }
  const { employeeId } = (await operator(addEmployee, hired)).result
  const vehicle = { vehicleId: employeeId, plate: '浙A·0X999', courierId: employeeId }
  expect((await read()).vehicles).toContainEqual({ ...vehicle, model: '', closed: false })
  expect((await operator(addEmployee, { ...hired, phone: '+86 571 0000 1998' })).code).toBe(4001)
  const params = { employeeId }
  for (const isDisabled of [true, true, false])
    await server.call(setEmployeeState, { params, body: { isDisabled }, token: operatorToken })
  const own = (await log()).filter(({ id }) => id === employeeId)
  expect(own.map(({ kind, action, change }) => [kind, action, change]).reverse()).toEqual([
    ['employees', 201, 'created'],
    ['vehicles', 101, 'created'],
    ['employees', 201, 'closed'],
    ['employees', 201, 'reopened'],
  ])
})

describe('price changes', () => {
  const dearer = {
    priceRuleId: 'cny-49-piece-3-less-50',
    currency: 'CNY',
    nthPieceDiscount: { nth: 3, percentOff: 50 },
  }
  let pricePerPiece = 9_900
  const raise = async () => {
    pricePerPiece += 100
    const entry = { ...dearer, pricePerPiece }
    const raised = await operator(operatorChangeEntry, { kind: 'priceRules', entry })
    expect(raised.result?.fields).toEqual(['pricePerPiece'])
  }
  const quote = async () =>
    (await server.call(quoteOrder, { body: pricedFactsOf(draftOf([])), token: ada.token })).result

  test('keeps a quote’s price until it ends, and prices the next one by the new rule', async () => {
    const draft = draftOf([ada.photo])
    const { quoteId, total } = await quote()
    await raise()
    const order = await ada.tryCreate(draft, quoteId)
    expect([order.code, order.result.total]).toEqual([0, total])
    const next = await quote()
    expect(next.total.amount).toBeGreaterThan(total.amount)
    expect((await ada.tryCreate(draft, next.quoteId)).result.total).toEqual(next.total)
  })

  const changes: [what: string, kind: keyof Catalogue, change: (one: never) => object][] = [
    ['a plan’s premium', 'insurancePlans', raisePremiums],
    ['an area’s surcharge', 'serviceAreas', (area: object) => ({ ...area, surchargePerPiece: 700 })],
    ['a site’s rule', 'sites', moveRule],
  ]

  test.each(changes)('keeps a quote’s price when %s changes', async (_, kind, change) => {
    const draft = draftOf([ada.photo], { declaredValue: 500_000 })
    const quoted = async () =>
      (await server.call(quoteOrder, { body: pricedFactsOf(draft), token: ada.token })).result
    const { quoteId, total } = await quoted()
    const current = (await read())[kind] as object[]
    expect((await apply({ [kind]: current.map((one) => change(one as never)) })).code).toBe(0)
    const order = await ada.tryCreate(draft, quoteId)
    expect([order.code, order.result.total]).toEqual([0, total])
    expect((await quoted()).total.amount).not.toBe(total.amount)
    await apply({ [kind]: current })
  })

  test('refuses a quote with an old price after its 15 minutes', async () => {
    const { quoteId } = await quote()
    await raise()
    server.clock.advance(15 * 60_000)
    expect((await ada.tryCreate(draftOf([ada.photo]), quoteId)).code).toBe(8003)
  })

  test('keeps an order’s price rule, also when its pieces are counted again', async () => {
    const { orderId } = await ada.paidOrder()
    const { total, lines } = await ada.read(orderId)
    await raise()
    expect(await ada.read(orderId)).toMatchObject({ total, lines })
    await operate(server, operatorReview, orderId, { result: 'pass' })
    await operate(server, operatorAssign, orderId, { employeeId: 'courier-0731' })
    await operate(server, operatorDecide, orderId, { result: 'allow' })
    const changed = await operate(server, operatorChange, orderId, { pieces: 4 })
    expect([changed.code, (await ada.read(orderId)).total.amount]).toEqual([0, 3.5 * (total.amount / 2)])
  })
})

describe('closed sites', () => {
  beforeEach(async () => {
    await operator(operatorCloseEntry, { kind: 'sites', id: 'lakeside-garden-hotel' })
  })

  test('returns 3004 for the code of a closed site, which is unlisted but still readable', async () => {
    const [open] = [await server.call(getQrSite, { params: { qrId: 'demo-hotel-desk' } })]
    expect([open.status, open.code]).toEqual([410, 3004])
    const { result } = await server.call(listSites, { query: { regionId: 'hangzhou' } })
    expect(result.list.map(({ siteId }) => siteId)).not.toContain('lakeside-garden-hotel')
    const detail = await server.call(getSite, { params: { siteId: 'lakeside-garden-hotel' } })
    const { deskQrId, isClosed } = detail.result
    expect([detail.code, deskQrId, isClosed]).toEqual([0, null, true])
  })

  test('refuses quotes from or to a closed site until it reopens', async () => {
    const { token } = ada
    const from = await server.call(quoteOrder, { body: pricedFactsOf(draftOf([])), token })
    const delivery = { kind: 'site' as const, siteId: 'lakeside-garden-hotel' }
    const to = draftOf([], { qrId: 'demo-station', delivery })
    const answers = [from, await server.call(quoteOrder, { body: pricedFactsOf(to), token })]
    expect(answers.map(({ code }) => code)).toEqual([3004, 1008])
    const { sites } = await read()
    const entry = { ...sites.find(({ siteId }) => siteId === 'lakeside-garden-hotel'), closed: false }
    await operator(operatorChangeEntry, { kind: 'sites', entry })
    expect((await server.call(getQrSite, { params: { qrId: 'demo-hotel-desk' } })).code).toBe(0)
  })
})

test('delivers to a region only while its service area is open', async () => {
  const quoted = async () => {
    const { code } = await server.call(quoteOrder, { body: pricedFactsOf(draftOf([])), token: ada.token })
    return code
  }
  const area = { siteId: 'lakeside-garden-hotel', regionId: 'shanghai', travelMinutes: 240, addressKm: 230 }
  expect(await quoted()).toBe(0)
  await operator(operatorCloseEntry, { kind: 'serviceAreas', id: 'lakeside-garden-hotel/shanghai' })
  expect(await quoted()).toBe(1008)
  await operator(operatorChangeEntry, { kind: 'serviceAreas', entry: area })
  expect(await quoted()).toBe(0)
})

test('refuses an order that was quoted before its site closed, and keeps existing orders', async () => {
  const { orderId } = await ada.order()
  const { quoteId } = (await ada.tryQuote(draftOf([]))).result
  const { sites } = await read()
  await operator(operatorCloseEntry, { kind: 'sites', id: 'hongqiao-railway-station' })
  expect((await ada.tryCreate(draftOf([ada.photo]), quoteId)).code).toBe(1008)
  await apply({ sites })
  await operator(operatorCloseEntry, { kind: 'sites', id: 'lakeside-garden-hotel' })
  expect((await ada.tryCreate(draftOf([ada.photo]), quoteId)).code).toBe(3004)
  const kept = await server.call(getOrder, { params: { orderId }, token: ada.token })
  expect([kept.code, kept.result.pickup.name]).toEqual([0, 'Lakeside Garden Hotel'])
})

const made = (announcementId: string, rest: object) => ({
  announcementId,
  title: inBoth(announcementId),
  content: inBoth('text'),
  ...rest,
})
const hoursFromNow = () => {
  const now = server.services.now().getTime()
  return (hours: number) => new Date(now + hours * 3_600_000).toISOString()
}

test('lists current announcements of all regions and of one, in the reader’s language', async () => {
  const at = hoursFromNow()
  const announcements = [
    made('everywhere', {}),
    made('shanghai', { regionId: 'shanghai', until: at(2) }),
    made('hangzhou', { regionId: 'hangzhou' }),
    made('tomorrow', { from: at(24) }),
    made('closed', { closed: true }),
  ]
  await apply({ announcements } as unknown as Partial<Catalogue>)
  const listed = async (regionId?: string) =>
    (
      await server.call(listAnnouncements, { ...(regionId ? { query: { regionId } } : {}), locale: 'zh-CN' })
    ).result
      .map(({ title }) => title)
      .sort()
  expect(await listed('shanghai')).toEqual(['everywhere 中文', 'shanghai 中文'])
  server.clock.advance(3 * 3_600_000)
  expect(await listed('shanghai')).toEqual(['everywhere 中文'])
  server.clock.advance(22 * 3_600_000)
  expect(await listed()).toEqual(['everywhere 中文', 'tomorrow 中文'])
})

test('returns current announcements of a site and its region with the site', async () => {
  const at = hoursFromNow()
  const announcements = [
    made('lobby', { siteId: 'pudong-airport-t2', until: at(2) }),
    made('elsewhere', { siteId: 'riverbend-hotel' }),
    made('lake', { regionId: 'shanghai', from: at(1) }),
    made('island', { regionId: 'hong-kong' }),
    made('all', {}),
  ]
  expect((await apply({ announcements } as unknown as Partial<Catalogue>)).code).toBe(0)
  const isMine = (id: string) => announcements.some(({ announcementId }) => announcementId === id)
  const ofDesk = async () =>
    (await server.call(getQrSite, { params: { qrId: 'demo-airport' } })).result.announcements
      ?.map(({ announcementId }) => announcementId)
      .filter(isMine)
      .sort()
  const siteId = 'pudong-airport-t2'
  const site = (await server.call(getSite, { params: { siteId }, locale: 'zh-CN' })).result
  expect(site.announcements).toContainEqual({
    announcementId: 'lobby',
    regionId: null,
    siteId,
    title: 'lobby 中文',
    content: 'text 中文',
    until: at(2),
  })
  expect(await ofDesk()).toEqual(['all', 'lobby'])
  server.clock.advance(3_600_000)
  expect(await ofDesk()).toEqual(['all', 'lake', 'lobby'])
  server.clock.advance(3_600_000)
  expect(await ofDesk()).toEqual(['all', 'lake'])
  const listed = (await server.call(listAnnouncements, {})).result
  expect(listed.map(({ announcementId }) => announcementId).filter(isMine)).toEqual(['all'])
  const both = { announcements: [made('both', { siteId, regionId: 'shanghai' })] }
  expect((await apply(both as unknown as Partial<Catalogue>)).code).toBe(1008)
})

test('swaps the phone numbers of employees in one change', async () => {
  const { employees } = await read()
  const [one, other, third] = employees.filter(({ role }) => role !== 'operator')
  if (!one || !other || !third) throw new Error('three employees')
  const phones = [other.phone, third.phone, one.phone]
  const swapped = [one, other, third].map((employee, index) => ({ ...employee, phone: phones[index] ?? '' }))
  expect((await apply({ employees: swapped })).result).toMatchObject([
    { change: 'changed', fields: ['phone'] },
    { change: 'changed', fields: ['phone'] },
    { change: 'changed', fields: ['phone'] },
  ])
  const after = (await read()).employees.filter(({ employeeId }) =>
    swapped.some((employee) => employee.employeeId === employeeId),
  )
  expect(after).toEqual(swapped)
})

test('swaps the regions of two insurance plans in one change', async () => {
  const before = (await read()).insurancePlans
  const [one, other] = before.filter(({ currency }) => currency === 'CNY')
  if (!one || !other) throw new Error('the demo has two plans in one currency')
  const swapped = [
    { ...one, regionId: other.regionId },
    { ...other, regionId: one.regionId },
  ]
  expect((await apply({ insurancePlans: swapped })).result).toEqual(
    swapped.map(({ planId }) => ({
      kind: 'insurancePlans',
      id: planId,
      change: 'changed',
      fields: ['regionId'],
    })),
  )
  expect((await read()).insurancePlans).toEqual(
    before.map((plan) => swapped.find(({ planId }) => planId === plan.planId) ?? plan),
  )
  expect((await apply({ insurancePlans: [one, other] })).code).toBe(0)
  expect((await read()).insurancePlans).toEqual(before)
})

test('yields to the event loop while reading and comparing a large catalogue', async () => {
  const before = await read()
  const codes = Array.from({ length: 2_000 }, (_, index) => ({
    qrId: `code-${index}`,
    siteId: before.sites[0]!.siteId,
    roomNumber: null,
    closed: false,
  }))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const body = { catalogue: { sites: [], qrCodes: codes }, dryRun: true }
  const given = await readCatalogueBody(body)
  expect(turns).toBeGreaterThanOrEqual(20)
  expect(given).toEqual({ catalogue: { ...emptyCatalogue(), qrCodes: codes }, dryRun: true })
  turns = 0
  const current = { ...before, qrCodes: codes }
  const { now, random } = server.services
  const applying = { actor: 'system', now: now(), random, isDryRun: true }
  // A dry run sends no query.
  expect(
    await applyCatalogue(
      server.services.db as never,
      current,
      { ...emptyCatalogue(), qrCodes: codes },
      applying,
    ),
  ).toEqual([])
  expect(turns).toBeGreaterThanOrEqual(20)
  isOver = true
})

test('accepts a large catalogue from an operator only', async () => {
  const qrCodes = Array.from({ length: 4_000 }, (_, index) => ({
    qrId: `room-${index}`,
    siteId: 'riverbend-hotel',
    roomNumber: String(index),
  }))
  const body = { catalogue: { ...emptyCatalogue(), qrCodes } }
  expect((await server.call(operatorApplyCatalogue, { body, token: ada.token })).code).toBe(1011)
  expect((await operator(operatorApplyCatalogue, body)).result.length).toBe(4_000)
  const page = (await operator(operatorListCatalogueLog)).result
  const { result } = await operator(operatorListCatalogueLog, undefined, { cursor: page.nextCursor ?? '' })
  expect([page.list.length, result.list.length, result.list[0]?.kind]).toEqual([50, 50, 'qrCodes'])
})

test('refuses a price in a currency that no payment provider takes', async () => {
  const { providers } = server.services
  const alipay = { ...providers.current, name: 'alipay' as const, methods: ['alipay' as const] }
  server.services.providers = { current: alipay, byName: () => null }
  onTestFinished(() => {
    server.services.providers = providers
  })
  const [rule] = (await read()).priceRules
  expect((await apply({ priceRules: [{ ...rule!, currency: 'HKD' }] }, true)).result).toMatchObject({
    issues: [{ id: rule!.priceRuleId, message: 'is HKD, which no payment provider of this server takes' }],
  })
  expect((await apply({ priceRules: [rule!] }, true)).code).toBe(0)
})
