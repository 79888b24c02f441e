import { demoToken } from '@handsfree/core/api'
import type { CallShape } from '@handsfree/core/contract'
import * as contract from '@handsfree/core/contract'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { files } from '../../../../server/domain/files/files.table.ts'
import { employeeTokens } from '../../../../server/domain/users/employees.table.ts'
import { findEmployee } from '../../../../server/domain/users/employees.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import { demoCatalogue } from '../../../../server/runtime/demo/world.ts'
import { hashToken, newId } from '../../../../server/runtime/random.ts'
import {
  carryToDelivery,
  courierChoice,
  newBags,
  newTraveller,
  operatorToken,
  otherCourier,
} from '../../trip.ts'
import { useServer, useTraveller } from '../../use-server.ts'

const server = useServer()
const ada = useTraveller(server)

const tokens = {
  operator: operatorToken,
  courier: 'demo-courier-0731-token',
  otherCourier: 'demo-courier-0418-token',
  from: 'demo-site-lakeside-garden-hotel-token',
  to: 'demo-site-hongqiao-railway-station-token',
  elsewhere: 'demo-site-pudong-airport-t2-token',
}
type Who = keyof typeof tokens
const everyone = Object.keys(tokens) as Who[]

const ask = (who: Who, shape: CallShape, orderId: string, body: unknown = {}) =>
  server.call(shape, { params: { orderId }, body, token: tokens[who] })
const codes = async (shape: CallShape, orderId: string, body: unknown = {}) =>
  Object.fromEntries(
    await Promise.all(everyone.map(async (who) => [who, (await ask(who, shape, orderId, body)).code])),
  )

describe('orders that an employee sees', () => {
  let orderId = ''
  beforeEach(async () => {
    orderId = (await ada.paidOrder()).orderId
    await ask('operator', contract.operatorReview, orderId, { result: 'pass' })
  })
  const who = { operator: 0, courier: 5004, otherCourier: 5004, from: 0, to: 0, elsewhere: 5004 }

  /** Checks that order, list and counts agree. */
  const seen = async () => {
    const single = await codes(contract.operatorGetOrder, orderId)
    const listed = await Promise.all(
      everyone.map(async (one) => {
        const { result } = await server.call(contract.operatorListOrders, { token: tokens[one] })
        return [one, result.list.some((order) => order.orderId === orderId) ? 0 : 5004]
      }),
    )
    expect(Object.fromEntries(listed)).toEqual(single)
    return single
  }

  test('shows couriers their orders and offers, sites those from or to them, operators all', async () => {
    expect(await seen()).toEqual(who)
    await ask('operator', contract.operatorAssign, orderId, courierChoice)
    expect(await seen()).toEqual({ ...who, courier: 0 })
    await ask('courier', contract.operatorDecide, orderId, { result: 'allow' })
    await ask('courier', contract.operatorTransferApply, orderId, otherCourier)
    expect(await seen()).toEqual({ ...who, courier: 0, otherCourier: 0 })
    await ask('otherCourier', contract.operatorTransferAccept, orderId)
    expect(await seen()).toEqual({ ...who, otherCourier: 0 })
  })

  test('counts the orders that the lists show', async () => {
    const count = async (one: Who) => {
      const counted = await server.call(contract.operatorCountOrders, {
        query: { audience: 'site' },
        token: tokens[one],
      })
      return counted.result.find(({ view }) => view === contract.siteViews.all)?.orders
    }
    const listed = await server.call(contract.operatorListOrders, {
      query: { view: '305' },
      token: tokens.to,
    })
    expect([await count('to'), await count('elsewhere')]).toEqual([listed.result.list.length, 0])
  })

  test('lets only the courier of an order act on it, and only the next one take it over', async () => {
    await ask('operator', contract.operatorAssign, orderId, courierChoice)
    expect((await ask('courier', contract.operatorTransferApply, orderId, otherCourier)).code).toBe(5002)
    await ask('courier', contract.operatorDecide, orderId, { result: 'allow' })
    expect((await ask('courier', contract.operatorTransferApply, orderId, courierChoice)).code).toBe(5002)
    await ask('courier', contract.operatorTransferApply, orderId, otherCourier)
    const report = { reason: 'A scratch' }
    expect([
      (await ask('otherCourier', contract.operatorReport, orderId, report)).code,
      (await ask('courier', contract.operatorTransferAccept, orderId)).code,
      (await ask('from', contract.operatorReport, orderId, report)).code,
      (await ask('from', contract.operatorWarehouseConfirm, orderId)).code,
      (await ask('to', contract.operatorWarehouseConfirm, orderId)).code,
    ]).toEqual([1012, 1012, 0, 1012, 5003])
  })
})

test('leaves stored bags to the desk and to operators, and returning bags to the courier', async () => {
  const order = await ada.paidOrder()
  const { orderId, claimCode } = order
  await ask('operator', contract.operatorReview, orderId, { result: 'pass' })
  await ask('operator', contract.operatorAssign, orderId, courierChoice)
  await ask('courier', contract.operatorDecide, orderId, { result: 'allow' })
  const bags = newBags(order.pieces)
  await ask('courier', contract.operatorPickUp, orderId, { bags })
  await ask('courier', contract.operatorStartTransport, orderId)
  await ask('courier', contract.operatorArriveAtDelivery, orderId)
  const possible = async (one: Who) => {
    const { result } = await server.call(contract.operatorGetOrder, {
      params: { orderId },
      token: tokens[one],
    })
    return result.events.filter((event) => /hand|retag/i.test(event)).sort()
  }
  expect(await possible('courier')).toEqual(['order.hand', 'package.retag'])
  await ask('courier', contract.operatorWarehouseApply, orderId)
  await ask('to', contract.operatorConfirmPackages, orderId, { tagCodes: bags.map(({ tagCode }) => tagCode) })
  expect((await ask('to', contract.operatorWarehouseConfirm, orderId)).code).toBe(0)
  expect([await possible('courier'), await possible('to')]).toEqual([[], ['order.hotelHand']])
  expect(await possible('operator')).toEqual(['order.hand', 'order.hotelHand', 'package.retag'])
  const tagCode = bags[0]?.tagCode
  const retag = { tagCode, newTagCode: `${tagCode}x`, newSealNumber: '9' }
  expect([
    (await ask('courier', contract.operatorHand, orderId, { claimCode })).code,
    (await ask('courier', contract.operatorRetag, orderId, retag)).code,
  ]).toEqual([1012, 1012])

  await ask('operator', contract.operatorReturn, orderId, { step: 'begin', reason: 'refused' })
  await ask('operator', contract.operatorChooseReturn, orderId, { choice: { kind: 'back' }, isFree: true })
  expect((await ask('courier', contract.operatorReturn, orderId, { step: 'start' })).code).toBe(0)
  await ask('courier', contract.operatorReturn, orderId, { step: 'complete' })
  expect((await ask('courier', contract.operatorHand, orderId, { claimCode })).code).toBe(0)
})

test('lets the pickup desk confirm what a courier took, and the storing desk move bags to another shelf', async () => {
  const order = await ada.paidOrder()
  const { orderId } = order
  const bags = newBags(order.pieces)
  const [first = '', second = ''] = bags.map(({ tagCode }) => tagCode)
  const confirm = (one: Who, tagCodes: string[]) =>
    ask(one, contract.operatorConfirmPickup, orderId, { tagCodes })
  const move = (one: Who, tagCodes: string[]) =>
    ask(one, contract.operatorMoveToShelf, orderId, { tagCodes, shelf: 'B2' })
  await ask('operator', contract.operatorReview, orderId, { result: 'pass' })
  await ask('operator', contract.operatorAssign, orderId, courierChoice)
  await ask('courier', contract.operatorDecide, orderId, { result: 'allow' })
  expect((await confirm('from', [first])).code).toBe(5005)
  await ask('courier', contract.operatorPickUp, orderId, { bags })
  expect([(await confirm('to', [first])).code, (await confirm('from', ['HF-0'])).code]).toEqual([1012, 5003])
  const confirmed = await confirm('from', [first])
  expect([confirmed.code, confirmed.result.isPickupConfirmed]).toEqual([0, true])
  await confirm('from', [first, second])

  await ask('courier', contract.operatorStartTransport, orderId)
  await ask('courier', contract.operatorArriveAtDelivery, orderId)
  await ask('courier', contract.operatorWarehouseApply, orderId)
  await ask('to', contract.operatorConfirmPackages, orderId, { tagCodes: [first, second], shelf: 'A1' })
  expect((await move('to', [first])).code).toBe(5007)
  await ask('to', contract.operatorWarehouseConfirm, orderId)
  expect([(await move('from', [first])).code, (await move('to', ['HF-0'])).code]).toEqual([1012, 5003])
  const moved = await move('to', [first])
  expect([moved.code, moved.result.bags.map((bag: { shelf: string | null }) => bag.shelf)]).toEqual([
    0,
    ['B2', 'A1'],
  ])

  const params = { orderId }
  const log = (await server.call(contract.operatorListOperations, { params, token: operatorToken })).result
  const { actor } = log.find(({ details }) => 'missingTags' in details)!
  expect(log.filter(({ details }) => 'missingTags' in details || 'before' in details)).toMatchObject([
    { actor, details: { confirmedTags: [first], missingTags: [second], plate: expect.any(String) } },
    { details: { tagCodes: [first], shelf: 'B2', before: ['A1'] } },
  ])
})

test('logs a site’s reading of its guests’ names once a day per order and employee', async () => {
  const { orderId } = await ada.paidOrder()
  const token = tokens.to
  const read = () => server.call(contract.operatorListOrders, { query: {}, token })
  const logged = async () =>
    (
      await server.call(contract.operatorListOperations, { params: { orderId }, token: operatorToken })
    ).result.filter(({ action }) => action === 801).length
  const shown = (await read()).result.list.find((one) => one.orderId === orderId)
  expect([shown?.receiver.name.includes('*'), shown?.receiver.phoneNumber.includes('*')]).toEqual([
    false,
    true,
  ])
  await read()
  expect(await logged()).toBe(1)
})

const add = (body: unknown) => server.call(contract.addEmployee, { body, token: operatorToken })
const newCourier = { role: 'courier', name: 'Courier 0999', phone: '+86 571 0000 0999', plate: '浙A·0X999' }

const demoIds = demoCatalogue.employees.map(({ employeeId }) => employeeId)
const ownIds = () =>
  Promise.all(
    demoIds.map(
      async (id) => (await server.call(contract.getOwnEmployee, { token: demoToken(id) })).result?.employeeId,
    ),
  )
const day = 86_400_000
const makeToken = (employeeId: string) =>
  server.call(contract.makeEmployeeToken, { params: { employeeId }, token: operatorToken })
const codeOfToken = async (token: string) => (await server.call(contract.getOwnEmployee, { token })).code
const disable = (employeeId: string, isDisabled = true) =>
  server.call(contract.setEmployeeState, {
    params: { employeeId },
    body: { isDisabled },
    token: operatorToken,
  })

describe('employees', () => {
  test('seeds two operators, two couriers, and a worker at every site with storage', async () => {
    const { result } = await server.call(contract.listEmployees, { token: operatorToken })
    expect(result.map(({ employeeId }) => employeeId).sort()).toEqual(demoIds.toSorted())
    const sites = Array(result.length - 4).fill('site')
    expect(result.map(({ role }) => role).sort()).toEqual([
      'courier',
      'courier',
      'operator',
      'operator',
      ...sites,
    ])
    expect(await ownIds()).toEqual(demoIds)
  })

  test('replaces the token of an employee, and refuses it once they are disabled', async () => {
    const added = await add(newCourier)
    const { employeeId } = added.result
    expect(added.result).toEqual({
      ...newCourier,
      employeeId,
      siteId: null,
      regionId: null,
      isDisabled: false,
      hasPassword: false,
      hasPin: false,
      createTime: server.services.now().toISOString(),
      tokenEndTime: null,
    })
    const first = (await makeToken(employeeId)).result.token
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await codeOfToken(first)).toBe(0)
    const second = (await makeToken(employeeId)).result.token
    expect([await codeOfToken(first), await codeOfToken(second)]).toEqual([1010, 0])
    expect((await disable(employeeId)).result.isDisabled).toBe(true)
    expect([await codeOfToken(second), (await makeToken(employeeId)).code]).toEqual([1010, 2005])
    const { orderId } = await ada.paidOrder()
    await ask('operator', contract.operatorReview, orderId, { result: 'pass' })
    const assign = async () => (await ask('operator', contract.operatorAssign, orderId, { employeeId })).code
    expect(await assign()).toBe(2005)
    expect((await disable(employeeId, false)).result.isDisabled).toBe(false)
    expect([await codeOfToken(second), await assign()]).toEqual([1010, 0])
  })

  test('reports when an unused token ends, and null for an ended one', async () => {
    const start = server.services.now()
    const { result } = await add({ ...newCourier, phone: '+86 571 0000 0994', plate: '浙A·0X994' })
    const { employeeId } = result
    const ends = async () => {
      const employees = (await server.call(contract.listEmployees, { token: operatorToken })).result
      return employees.find((employee) => employee.employeeId === employeeId)?.tokenEndTime
    }
    const onDay = (days: number) => new Date(start.getTime() + days * day).toISOString()
    expect(await ends()).toBe(null)
    const { token } = (await makeToken(employeeId)).result
    expect(await ends()).toBe(onDay(14))
    server.clock.advance(10 * day)
    expect((await disable(employeeId, false)).result.tokenEndTime).toBe(onDay(14))
    expect([await codeOfToken(token), await ends()]).toEqual([0, onDay(24)])
    server.clock.advance(10 * day)
    expect([await codeOfToken(token), await ends()]).toEqual([0, onDay(30)])
    server.clock.advance(10 * day)
    expect([await codeOfToken(token), await ends()]).toEqual([1010, null])
    server.clock.set(start)
  })

  test('logs who created whose token, without the token', async () => {
    const { employeeId } = (await add({ ...newCourier, phone: '+86 571 0000 0995', plate: '浙A·0X995' }))
      .result
    const { token } = (await makeToken(employeeId)).result
    const { result } = await server.call(contract.operatorListCatalogueLog, { token: operatorToken })
    const [newest] = result.list
    expect(newest).toEqual({
      operationId: newest?.operationId,
      logType: contract.operationLogTypes.opConfig,
      action: contract.operationActions.configSet,
      actor: 'employee:operator',
      kind: 'employees',
      id: employeeId,
      change: 'changed',
      fields: ['token'],
      time: server.services.now().toISOString(),
    })
    expect(JSON.stringify(result)).not.toContain(token)
  })

  test('ends an employee’s token after 30 days, and after 14 days without a call', async () => {
    const start = server.services.now()
    const { result } = await add({ ...newCourier, phone: '+86 571 0000 0997', plate: '浙A·0X997' })
    const { token } = (await makeToken(result.employeeId)).result
    const after = async (milliseconds: number) => {
      server.clock.set(new Date(start.getTime() + milliseconds))
      return codeOfToken(token)
    }
    expect([await after(0), await after(13 * day), await after(26 * day)]).toEqual([0, 0, 0])
    expect([await after(30 * day - 1), await after(30 * day)]).toEqual([0, 1010])

    server.clock.set(start)
    const next = (await makeToken(result.employeeId)).result.token
    server.clock.advance(14 * day - 1)
    expect(await codeOfToken(next)).toBe(0)
    server.clock.advance(14 * day)
    expect(await codeOfToken(next)).toBe(1010)
    server.clock.set(start)
  })

  test('refuses the demo’s employee tokens outside the demo', async () => {
    const { db, settings, now } = server.services
    const tokenHash = hashToken(tokens.courier)
    expect(await findEmployee(db, { ...settings, demo: true }, tokenHash, now())).toMatchObject({
      role: 'courier',
    })
    expect(await findEmployee(db, { ...settings, demo: false }, tokenHash, now())).toBe(null)
  })

  test('refuses taken phones, unknown sites and employees, disabling oneself, and assigning non-couriers', async () => {
    const { result: walker } = await add({ ...newCourier, phone: '+86 571 0000 0998', plate: '' })
    const { orderId } = await ada.paidOrder()
    const assign = async (employeeId: string) =>
      (await ask('operator', contract.operatorAssign, orderId, { employeeId })).code
    expect({
      phone: (await add({ ...newCourier, phone: '86-571-0000-0731' })).code,
      site: (await add({ role: 'site', name: 'Desk', phone: '+86 571 0002', siteId: 'nowhere' })).code,
      plateOfSite: (await add({ ...newCourier, role: 'site' })).code,
      oneself: (await disable('operator')).code,
      nobody: (await disable('nobody')).code,
      assignNobody: await assign('nobody'),
      assignDesk: await assign('site-pudong-airport-t2'),
      assignWithoutCar: await assign(walker.employeeId),
    }).toEqual({
      phone: 2007,
      site: 2010,
      plateOfSite: 1008,
      oneself: 2005,
      nobody: 2000,
      assignNobody: 2000,
      assignDesk: 2000,
      assignWithoutCar: 2008,
    })
  })

  test('deletes ended tokens of employees, but not the operator’s and the demo’s own', async () => {
    const start = server.services.now()
    const { result } = await add({ ...newCourier, phone: '+86 571 0000 0996', plate: '浙A·0X996' })
    const { employeeId } = result
    await makeToken(employeeId)
    const stored = async () => {
      const rows = await server.services.db.select().from(employeeTokens)
      return rows.map((row) => row.employeeId)
    }
    server.clock.advance(13 * 86_400_000)
    await sweep(server.services)
    expect(await stored()).toContain(employeeId)
    server.clock.advance(3_650 * 86_400_000)
    await sweep(server.services)
    expect((await stored()).sort()).toEqual(demoIds.filter((id) => id !== 'operator').sort())
    expect(await ownIds()).toEqual(demoIds)
    server.clock.set(start)
  })
})

describe('an order as an employee reads it', () => {
  // The sweep above has signed out the file's own traveller.
  const guest = useTraveller(server)
  const read = async (who: Who, orderId: string) => {
    const { result } = await server.call(contract.operatorGetOrder, {
      params: { orderId },
      token: tokens[who],
    })
    return result
  }
  const moveAll = async (orderId: string, moves: [Who, CallShape, unknown?][]) => {
    for (const [who, shape, body] of moves) expect((await ask(who, shape, orderId, body)).code).toBe(0)
  }

  test('shows the room password to the pickup site and the assigned courier until the pickup', async () => {
    const { orderId } = await guest.paidOrder({ qrId: 'demo-guesthouse', roomPassword: '4711' })
    const { siteId } = (await guest.read(orderId)).pickup
    const worker = { role: 'site', name: 'Xu', phone: '+86 571 0000 9901', siteId }
    const { result } = await server.call(contract.addEmployee, { token: operatorToken, body: worker })
    const made = await server.call(contract.makeEmployeeToken, {
      params: { employeeId: result.employeeId },
      token: operatorToken,
    })
    const readers = [tokens.operator, tokens.courier, made.result.token, tokens.to]
    const passwords = () =>
      Promise.all(
        readers.map(async (token) => {
          const { result } = await server.call(contract.operatorGetOrder, { params: { orderId }, token })
          return result?.roomPassword
        }),
      )
    await moveAll(orderId, [
      ['operator', contract.operatorReview, { result: 'pass' }],
      ['operator', contract.operatorAssign, courierChoice],
    ])
    expect(await passwords()).toEqual(['4711', null, '4711', null])
    await moveAll(orderId, [['courier', contract.operatorDecide, { result: 'allow' }]])
    expect(await passwords()).toEqual(['4711', '4711', '4711', null])
    await moveAll(orderId, [['courier', contract.operatorPickUp, { bags: newBags(2) }]])
    expect(await passwords()).toEqual([null, null, null, null])
    const log = await server.call(contract.operatorListOperations, {
      params: { orderId },
      token: operatorToken,
    })
    const logged = log.result.filter(({ action }) => action === 802).map(({ actor }) => actor)
    expect(new Set(logged)).toEqual(
      new Set(['employee:operator', 'employee:courier-0731', `employee:${result.employeeId}`]),
    )
  })

  test('shows couriers the receiver’s initials, sites the name of an open order, and both the number for three days', async () => {
    const { orderId, claimCode } = await guest.paidOrder({
      receiver: { name: 'Ada 王小明', dialCode: '86', phoneNumber: '13812342046' },
    })
    const receivers = () =>
      Promise.all(
        (['operator', 'courier', 'to'] as const).map(async (who) => {
          const { name, phoneNumber } = (await read(who, orderId)).receiver
          return [name, phoneNumber]
        }),
      )
    const whole = ['Ada 王小明', '13812342046']
    await moveAll(orderId, [
      ['operator', contract.operatorReview, { result: 'pass' }],
      ['operator', contract.operatorAssign, courierChoice],
      ['courier', contract.operatorDecide, { result: 'allow' }],
      ['courier', contract.operatorPickUp, { bags: newBags(2) }],
      ['courier', contract.operatorStartTransport],
      ['courier', contract.operatorArriveAtDelivery],
      ['courier', contract.operatorHand, { claimCode }],
    ])
    const during = ['A** 王**', '13812342046']
    expect(await receivers()).toEqual([whole, during, whole])
    await moveAll(orderId, [['operator', contract.operatorClose]])
    server.clock.advance(3 * 86_400_000 - 1)
    expect(await receivers()).toEqual([whole, during, during])
    server.clock.advance(1)
    const after = ['A** 王**', '138******46']
    expect(await receivers()).toEqual([whole, after, after])
    server.clock.set('2026-11-21T02:00:00.000Z')
  })
})

test('refuses a courier’s eleventh proof after ten wrong ones in an hour, and logs each wrong one', async () => {
  const guest = await newTraveller(server)
  const order = await guest.paidOrder()
  const { orderId, claimCode } = order
  const claim = { claimCode }
  // A wrong code counts only after the bags have arrived.
  expect((await ask('operator', contract.operatorHand, orderId, { claimCode: 'WRONG' })).code).toBe(5003)
  await carryToDelivery(server, order)
  const { receiver } = (
    await server.call(contract.operatorGetOrder, { params: { orderId }, token: tokens.courier })
  ).result
  const { name, dialCode, phoneNumber } = receiver
  const wrong = [
    { identity: { name, dialCode, phoneNumber } },
    ...Array.from({ length: 9 }, (_, index) => ({ claimCode: `WRONG${index}` })),
  ]
  for (const proof of wrong)
    expect(await ask('courier', contract.operatorHand, orderId, proof)).toMatchObject({
      status: 403,
      code: 1012,
    })
  expect(await ask('courier', contract.operatorHand, orderId, claim)).toMatchObject({
    status: 429,
    code: 1012,
    result: { field: 'proof', retryAfter: 3_600 },
  })
  const log = await server.call(contract.operatorListOperations, {
    params: { orderId },
    token: operatorToken,
  })
  const tries = log.result.filter(({ action }) => action === 13)
  expect(tries.map(({ actor, details }) => [actor, details])).toEqual(
    wrong.map((proof) => [
      'employee:courier-0731',
      { proof: 'identity' in proof ? 'identity' : 'claimCode', isWrong: true },
    ]),
  )
  server.clock.advance(3_600_000)
  expect((await ask('courier', contract.operatorHand, orderId, claim)).code).toBe(0)
  server.clock.set('2026-11-21T02:00:00.000Z')
})

test('renews the URL of an employee’s own photos only', async () => {
  const guest = await newTraveller(server)
  const { orderId } = await guest.paidOrder()
  const fileId = newId(server.services.random)
  const size = { width: 4, height: 3 }
  const createTime = server.services.now()
  const photo = { fileId, uin: guest.uin, ...size, bytes: 1, createTime, employeeId: 'courier-0731', orderId }
  await server.services.db.insert(files).values(photo)
  const query = { url: `/api/files/${fileId}?expires=1&signature=old` }
  const sign = (who: Who) => server.call(contract.operatorSignPhoto, { query, token: tokens[who] })
  expect((await sign('courier')).result).toEqual({
    url: expect.stringMatching(new RegExp(`^/api/files/${fileId}\\?expires=\\d{2,}`)),
    ...size,
  })
  expect([(await sign('otherCourier')).code, (await sign('operator')).code]).toEqual([1002, 1002])
})

test('limits an employee’s photos per bag and day, apart from the traveller’s own', async () => {
  const guest = await newTraveller(server)
  const { orderId, pieces } = await guest.paidOrder()
  await ask('operator', contract.operatorReview, orderId, { result: 'pass' })
  await ask('operator', contract.operatorAssign, orderId, courierChoice)
  await ask('courier', contract.operatorDecide, orderId, { result: 'allow' })
  const { db } = server.services
  const store = (count: number, more: object) =>
    db.insert(files).values(
      Array.from({ length: count }, () => ({
        fileId: newId(server.services.random),
        uin: guest.uin,
        width: 1,
        height: 1,
        bytes: 1,
        createTime: server.services.now(),
        ...more,
      })),
    )
  const photo = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const upload = async (path: string, token: string) => {
    const boundary = 'a-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
    const response = await server.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { token: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    return [response.statusCode, response.json().result?.field]
  }
  const ofOrder = () => upload(`/operator/orders/${orderId}/photos`, tokens.courier)
  await store(pieces * 40 - 1, { employeeId: 'courier-0731', orderId })
  expect([await ofOrder(), await ofOrder()]).toEqual([
    [200, undefined],
    [429, 'photosOfOrder'],
  ])
  expect(await upload(contract.uploadFile.path, guest.token)).toEqual([200, undefined])
  const prepared = () => upload(contract.uploadPreparedPhoto.path, tokens.to)
  await store(299, { employeeId: 'site-hongqiao-railway-station', uin: null })
  expect([await prepared(), await prepared()]).toEqual([
    [200, undefined],
    [429, 'photosToday'],
  ])
  const other = await guest.paidOrder()
  await ask('operator', contract.operatorReview, other.orderId, { result: 'pass' })
  await ask('operator', contract.operatorAssign, other.orderId, courierChoice)
  await ask('courier', contract.operatorDecide, other.orderId, { result: 'allow' })
  await store(2000 - pieces * 40, { employeeId: 'courier-0731', orderId: 'another' })
  expect(await upload(`/operator/orders/${other.orderId}/photos`, tokens.courier)).toEqual([
    429,
    'photosToday',
  ])
})
