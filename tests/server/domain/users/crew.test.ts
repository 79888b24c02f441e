import {
  acceptInvitation,
  addEmployee,
  breakShift,
  type CallShape,
  type CrewSession,
  endCrewSession,
  endEmployeeSessions,
  endEmployeeShift,
  endOtherCrewSessions,
  endShift,
  getInvitation,
  getOwnEmployee,
  getShift,
  inviteEmployee,
  listCrewSessions,
  listEmployeeSessions,
  listEmployees,
  listShifts,
  makeEmployeeToken,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorDecide,
  operatorGetCatalogue,
  operatorGetOrder,
  operatorListCatalogueLog,
  operatorListCouriers,
  operatorListOperations,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorStartTransport,
  operatorTransferApply,
  sendVerificationCode,
  setCrewPassword,
  setEmployeeState,
  signInEmployee,
  signOutEmployee,
  startDemoCrewSession,
  startShift,
  type WrongPassword,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '../../../../server/api/app.ts'
import { regions } from '../../../../server/domain/regions/regions.table.ts'
import { sites } from '../../../../server/domain/sites/sites.table.ts'
import {
  employeeInvitations,
  employeeSessions,
  passwordGuesses,
} from '../../../../server/domain/users/crew.table.ts'
import { employees } from '../../../../server/domain/users/employees.table.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import { newIp, newKey, newPhone } from '../../harness.ts'
import { newBags, operatorToken } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const guest = useNewTraveller(server)

const password = 'seven brown bags'
let phoneNumber = ''
let employeeId = ''
const asOperator = (shape: CallShape, more: object = {}) =>
  server.call(shape, { token: operatorToken, ...more })

const addCourier = async (more: object = {}) => {
  phoneNumber = newPhone()
  const plate = `浙A·${phoneNumber.slice(-5)}`
  const body = { role: 'courier', name: 'Courier', phone: `+86 ${phoneNumber}`, plate, ...more }
  employeeId = (await server.call(addEmployee, { token: operatorToken, body })).result.employeeId
}
beforeEach(() => addCourier())

const invite = async () =>
  (await server.call(inviteEmployee, { params: { employeeId }, token: operatorToken })).result.token
const accept = (token: string, typed = password) =>
  server.call(acceptInvitation, { params: { token }, body: { password: typed } })
const byPassword = (typed: string, given: object = {}) =>
  server.call(signInEmployee, { body: { dialCode: '86', phoneNumber, password: typed }, ...given })
const sendCode = async (ip: string) => {
  await server.call(sendVerificationCode, { body: { dialCode: '86', phoneNumber }, ip })
  return server.codes.at(-1)?.code
}
const byCode = (code: string | undefined, ip: string) =>
  server.call(signInEmployee, { body: { dialCode: '86', phoneNumber, code }, ip })
const own = async (token: string) => (await server.call(getOwnEmployee, { token })).code

describe('signing in', () => {
  test('signs in by an invitation, then by the password that it set', async () => {
    const token = await invite()
    const shown = await server.call(getInvitation, { params: { token } })
    expect(shown.result).toMatchObject({ name: 'Courier', role: 'courier' })
    const first = await accept(token)
    expect(first.result.employee).toMatchObject({
      employeeId,
      role: 'courier',
      site: null,
      hasPassword: true,
    })
    expect((await accept(token)).code).toBe(1002)
    const second = await byPassword(password)
    expect([await own(first.result.token), await own(second.result.token)]).toEqual([0, 0])
  })

  test('signs in by a code, also without a password', async () => {
    const ip = newIp()
    const { code, result } = await byCode(await sendCode(ip), ip)
    expect([code, result.employee.hasPassword]).toEqual([0, false])
  })

  test('answers 2001 alike for a wrong password, no password and an unknown number', async () => {
    const nobody = await byPassword(password, { ip: newIp() })
    await accept(await invite())
    const wrong = await byPassword('seven brown bag', { ip: newIp() })
    phoneNumber = newPhone()
    const unknown = await byPassword(password, { ip: newIp() })
    expect([nobody, wrong, unknown].map(({ code, result }) => [code, result])).toEqual(
      Array(3).fill([2001, { triesLeft: 4 }]),
    )
  })

  test('compares no sixth password in ten minutes, but still accepts a code and other addresses', async () => {
    await accept(await invite())
    const ip = newIp()
    const tries = []
    for (let count = 0; count < 6; count += 1) tries.push((await byPassword('wrong again', { ip })).result)
    expect(tries.map((one) => (one as { triesLeft?: number }).triesLeft)).toEqual([4, 3, 2, 1, 0, 0])
    expect(await byPassword(password, { ip })).toMatchObject({ code: 2001, result: { retryAfter: 600 } })
    expect((await byPassword(password, { ip: newIp() })).code).toBe(0)
    expect((await byCode(await sendCode(ip), ip)).code).toBe(0)
    server.clock.advance(600_000)
    expect((await byPassword(password, { ip })).code).toBe(0)
  })

  test('reveals a disabled employee, a closed region and a closed site only after the proof', async () => {
    const { db } = server.services
    await accept(await invite())
    await asOperator(setEmployeeState, { params: { employeeId }, body: { isDisabled: true } })
    expect([(await byPassword('wrong again')).code, (await byPassword(password)).code]).toEqual([2001, 2005])

    await addCourier({ regionId: 'hangzhou' })
    await accept(await invite())
    await db
      .update(regions)
      .set({ closedTime: server.services.now() })
      .where(eq(regions.regionId, 'hangzhou'))
    expect((await byPassword(password)).code).toBe(2009)
    await db.update(regions).set({ closedTime: null }).where(eq(regions.regionId, 'hangzhou'))

    phoneNumber = newPhone()
    const siteId = 'riverbend-hotel'
    const worker = { role: 'site', name: 'Desk', phone: phoneNumber, siteId }
    employeeId = (await server.call(addEmployee, { token: operatorToken, body: worker })).result.employeeId
    await accept(await invite())
    await db.update(sites).set({ closedTime: server.services.now() }).where(eq(sites.siteId, siteId))
    expect((await byPassword(password)).code).toBe(2010)
    await db.update(sites).set({ closedTime: null }).where(eq(sites.siteId, siteId))
    expect((await byPassword(password)).result.employee.site).toMatchObject({ siteId })
  })

  test('answers 2000 to a right code of a number that isn’t an employee’s', async () => {
    const ip = newIp()
    phoneNumber = newPhone()
    const code = await sendCode(ip)
    expect([(await byCode('000000', ip)).code, (await byCode(code, ip)).code]).toEqual([2002, 2000])
  })

  test('compares no sixth of many concurrent passwords', async () => {
    await accept(await invite())
    const ip = newIp()
    const guesses = await Promise.all(Array.from({ length: 7 }, () => byPassword('wrong again', { ip })))
    const details = guesses.map(({ result }) => result as unknown as WrongPassword)
    expect(details.map(({ triesLeft }) => triesLeft).sort()).toEqual([0, 0, 0, 1, 2, 3, 4])
    expect(details.filter(({ retryAfter }) => retryAfter !== undefined).length).toBe(2)
  })

  test('signs in by code only at a number with its country, and counts passwords for all countries together', async () => {
    await addCourier({ phone: newPhone(), plate: '' })
    const [row] = await server.services.db
      .select()
      .from(employees)
      .where(eq(employees.employeeId, employeeId))
    phoneNumber = row?.phone ?? ''
    const ip = newIp()
    expect((await byCode(await sendCode(ip), ip)).code).toBe(2000)
    await accept(await invite())
    expect((await byPassword(password)).result.employee.employeeId).toBe(employeeId)

    const byCountry = async (dialCode: string) => {
      const body = { dialCode, phoneNumber, password: 'wrong again' }
      return (await server.call(signInEmployee, { body, ip })).result
    }
    expect([await byCountry('86'), await byCountry('1')]).toEqual([{ triesLeft: 4 }, { triesLeft: 3 }])

    const bare = employeeId
    const body = { role: 'operator', name: 'Other', phone: `+86 ${phoneNumber}` }
    employeeId = (await asOperator(addEmployee, { body })).result.employeeId
    await accept(await invite(), 'nine old bags')
    expect((await byPassword(password, { ip })).code).toBe(2001)
    expect((await byPassword('nine old bags', { ip })).result.employee.employeeId).toBe(employeeId)
    server.clock.advance(61_000)
    const byOwner = await byCode(await sendCode(ip), ip)
    expect([byOwner.result.employee.employeeId, employeeId === bare]).toEqual([employeeId, false])
  })

  test('starts a session only in the demo, and only of the demo’s employees', async () => {
    const start = (id: string) => server.call(startDemoCrewSession, { body: { employeeId: id } })
    const { token, employee } = (await start('courier-0731')).result
    expect([employee.role, await own(token), (await start(employeeId)).code]).toEqual(['courier', 0, 2000])
    const { settings } = server.services
    const app = await buildServer({ ...server.services, settings: { ...settings, demo: false } })
    const url = `/api${startDemoCrewSession.path}`
    const refused = await app.inject({ method: 'POST', url, payload: { employeeId: 'courier-0731' } })
    expect([refused.statusCode, refused.json().code]).toEqual([404, 1002])
    await app.close()
  })

  test('refuses an employee’s session on travellers’ calls, and a traveller’s token on employees’', async () => {
    const { token } = (await accept(await invite())).result
    const orders = await server.call(
      { ...listCrewSessions, audience: 'traveller', path: '/account/devices' } as never,
      {
        token,
      },
    )
    expect([orders.code, await own(guest.token)]).toEqual([1010, 1011])
  })
})

describe('invitations and passwords', () => {
  test('ends an invitation after 24 hours, at the next one, and for a disabled employee', async () => {
    const late = await invite()
    const read = async (token: string) => (await server.call(getInvitation, { params: { token } })).code
    server.clock.advance(24 * 3_600_000 - 1)
    expect(await read(late)).toBe(0)
    server.clock.advance(1)
    expect(await read(late)).toBe(1002)
    const first = await invite()
    const second = await invite()
    expect([await read(first), await read(second)]).toEqual([1002, 0])
    await asOperator(setEmployeeState, { params: { employeeId }, body: { isDisabled: true } })
    expect(await read(second)).toBe(1002)
    expect((await asOperator(inviteEmployee, { params: { employeeId } })).code).toBe(2005)
  })

  test('accepts an invitation once, also if two devices send it together', async () => {
    const token = await invite()
    const both = await Promise.all([accept(token), accept(token, 'nine old bags')])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1002])
  })

  test('never shows a password hash', async () => {
    const { token } = (await accept(await invite())).result
    const { db } = server.services
    const [row] = await db.select().from(employees).where(eq(employees.employeeId, employeeId))
    const [, , , , key = ''] = row?.passwordHash?.split('.') ?? []
    expect(key.length).toBe(43)
    const answers = await Promise.all([
      asOperator(listEmployees),
      asOperator(operatorGetCatalogue),
      asOperator(operatorListCatalogueLog),
      asOperator(setEmployeeState, { params: { employeeId }, body: { isDisabled: false } }),
      server.call(getOwnEmployee, { token }),
      byPassword(password),
    ])
    expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(0))
    expect(JSON.stringify(answers)).not.toContain(key)
  })

  test('refuses an empty password with 2006 and a short one with 1008, and keeps the invitation', async () => {
    const token = await invite()
    expect([(await accept(token, '')).code, (await accept(token, 'short')).code]).toEqual([2006, 1008])
    expect((await accept(token)).code).toBe(0)
  })

  test('changes a password against the current one, and signs out other devices', async () => {
    const { token } = (await accept(await invite())).result
    const other = (await byPassword(password)).result.token
    const change = async (current: string) =>
      (await server.call(setCrewPassword, { token, body: { current, password: 'eight brown bags' } })).code
    expect([await change('wrong again'), await change(password)]).toEqual([2001, 0])
    expect([await own(token), await own(other)]).toEqual([0, 1010])
    expect([(await byPassword(password)).code, (await byPassword('eight brown bags')).code]).toEqual([
      2001, 0,
    ])
    const scripts = await asOperator(makeEmployeeToken, { params: { employeeId } })
    expect((scripts.result as CrewSession).token).toBeTruthy()
  })
})

describe('sessions', () => {
  const devices = async (token: string) => (await server.call(listCrewSessions, { token })).result

  test('lists an employee’s devices, and signs out one, the others or all of them', async () => {
    const first = (await accept(await invite())).result.token
    const second = (await byPassword(password, { headers: { 'user-agent': 'x iPhone Safari/1' } })).result
      .token
    const third = (await byPassword(password)).result.token
    const listed = await devices(second)
    expect(listed.find(({ isThis }) => isThis)?.name).toBe('Safari · iPhone')
    const [another] = (await devices(third)).filter(({ name }) => name === 'Safari · iPhone')
    await server.call(endCrewSession, {
      params: { deviceId: another?.deviceId ?? '' },
      body: {},
      token: third,
    })
    expect([await own(first), await own(second), await own(third)]).toEqual([0, 1010, 0])
    expect((await server.call(endOtherCrewSessions, { token: third, body: {} })).result).toEqual({ ended: 1 })
    expect([await own(first), await own(third)]).toEqual([1010, 0])
    await server.call(signOutEmployee, { token: third, body: {} })
    expect(await own(third)).toBe(1010)
    await byPassword(password, { headers: { 'user-agent': 'x iPhone Safari/1' } })
    const seen = await asOperator(listEmployeeSessions, { params: { employeeId } })
    expect(seen.result).toEqual([expect.objectContaining({ name: 'Safari · iPhone', isThis: false })])
    expect((await asOperator(endEmployeeSessions, { params: { employeeId }, body: {} })).result).toEqual({
      ended: 1,
    })
  })

  test('ends sessions with their employee, and sweeps what expired', async () => {
    const { token } = (await accept(await invite())).result
    await asOperator(setEmployeeState, { params: { employeeId }, body: { isDisabled: true } })
    await asOperator(setEmployeeState, { params: { employeeId }, body: { isDisabled: false } })
    expect(await own(token)).toBe(1010)
    await byPassword(password)
    await byPassword('wrong again')
    await invite()
    server.clock.advance(31 * 86_400_000)
    await sweep(server.services)
    const { db } = server.services
    const left = await Promise.all([
      db.select().from(employeeSessions),
      db.select().from(employeeInvitations),
      db.select().from(passwordGuesses),
    ])
    expect(left.map(({ length }) => length)).toEqual([0, 0, 0])
  })
})

describe('shifts', () => {
  const signedIn = async () => (await accept(await invite())).result.token
  const start = (token: string, plate?: string) =>
    server.call(startShift, { token, body: plate === undefined ? {} : { plate } })
  const end = (token: string, plate: string) => server.call(endShift, { token, body: { plate } })

  test('starts with the own car, refuses a taken or unknown one, and ends with the same car', async () => {
    const token = await signedIn()
    const { plate } = (await server.call(getOwnEmployee, { token })).result.member!
    expect((await server.call(getShift, { token })).result.freePlates).toContain(plate)
    expect((await start(token)).result).toMatchObject({ plate, endTime: null })
    expect((await server.call(getShift, { token })).result).toMatchObject({ shift: { plate } })
    expect((await start(token)).code).toBe(0)

    await addCourier({ plate: '' })
    const second = await signedIn()
    expect([(await start(second)).code, (await start(second, plate)).code]).toEqual([2008, 4001])
    expect((await start(second, '浙A·NONE')).code).toBe(1008)

    expect((await end(token, '浙A·NONE')).code).toBe(4002)
    expect((await end(token, plate)).result.endTime).toBe(server.services.now().toISOString())
    expect((await end(token, plate)).code).toBe(9001)
    expect((await start(second, plate)).code).toBe(0)
  })

  test('ends with a plate typed without dot, with a space and in lower case', async () => {
    const token = await signedIn()
    const { plate } = (await start(token)).result
    expect((await end(token, plate.replace('·', ' ').toLowerCase())).code).toBe(0)
  })

  test('gives the car of a disabled courier to others', async () => {
    const token = await signedIn()
    const { plate } = (await start(token)).result
    await asOperator(setEmployeeState, { params: { employeeId }, body: { isDisabled: true } })
    await addCourier({ plate: '' })
    expect((await start(await signedIn(), plate)).code).toBe(0)
  })

  test('shows operators who is on shift, and who has a break', async () => {
    const token = await signedIn()
    const onBreak = async (isOnBreak: boolean) =>
      (await server.call(breakShift, { token, body: { isOnBreak } })).result
    expect((await server.call(breakShift, { token, body: { isOnBreak: true } })).code).toBe(9001)
    await start(token)
    expect((await onBreak(true)).breakTime).toBe(server.services.now().toISOString())
    const { result } = await server.call(listShifts, { token: operatorToken })
    expect(result.filter((shift) => shift.employeeId === employeeId)).toMatchObject([
      { name: 'Courier', breakTime: server.services.now().toISOString() },
    ])
    expect((await onBreak(false)).breakTime).toBe(null)
  })
})

describe('acts of a courier who signed in', () => {
  let orderId = ''
  let token = ''
  const act = (shape: CallShape, given: object = {}) =>
    server.call(shape, { params: { orderId }, body: {}, token, idempotencyKey: '', ...given })
  const hoursAgo = (hours: number) =>
    new Date(server.services.now().getTime() - hours * 3_600_000).toISOString()
  const happened = (time: string) => ({ headers: { 'happened-at': time } })

  beforeEach(async () => {
    orderId = (await guest.paidOrder()).orderId
    await asOperator(operatorReview, { params: { orderId }, body: { result: 'pass' } })
    token = (await accept(await invite())).result.token
    const assigned = await asOperator(operatorAssign, { params: { orderId }, body: { employeeId } })
    expect(assigned.code).toBe(0)
  })

  test('refuses acts without a shift with 9001, but not those of a token made for scripts', async () => {
    const allow = { body: { result: 'allow' } }
    expect((await act(operatorDecide, allow)).code).toBe(9001)
    const made = await server.call(makeEmployeeToken, { params: { employeeId }, token: operatorToken })
    expect((await act(operatorDecide, { ...allow, token: made.result.token })).code).toBe(0)
    await server.call(startShift, { token, body: {} })
    expect((await act(operatorArriveAtPickup)).code).toBe(0)
  })

  test('refuses to end a shift while bags are with the courier', async () => {
    const { plate } = (await server.call(startShift, { token, body: {} })).result
    await act(operatorDecide, { body: { result: 'allow' } })
    expect((await act(operatorPickUp, { body: { bags: newBags(2) } })).code).toBe(0)
    expect(await server.call(endShift, { token, body: { plate } })).toMatchObject({
      code: 5002,
      result: { orderIds: [orderId] },
    })
  })

  test('assigns the car that the courier has taken', async () => {
    const { result } = await server.call(getShift, { token })
    const plate = result.freePlates[0]!
    await server.call(startShift, { token, body: { plate } })
    await asOperator(operatorAssign, { params: { orderId }, body: { employeeId } })
    const read = await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })
    expect(read.result.courier?.plate).toBe(plate)
  })

  test('lists couriers with a car in the region, those on shift and with few orders first', async () => {
    const list = async (asked: string) =>
      (await server.call(operatorListCouriers, { params: { orderId }, token: asked })).result
    const own = async () => (await list(operatorToken)).find((one) => one.employeeId === employeeId)
    expect(await own()).toMatchObject({ name: 'Courier', isOnShift: false, isOnBreak: false, openOrders: 1 })
    const { plate } = (await server.call(startShift, { token, body: {} })).result
    expect(await own()).toMatchObject({ plate, isOnShift: true })
    expect((await list(operatorToken))[0]?.isOnShift).toBe(true)
    await server.call(breakShift, { token, body: { isOnBreak: true } })
    expect(await own()).toMatchObject({ isOnBreak: true })
  })

  test('lists a courier’s colleagues on shift only to the order’s courier', async () => {
    const colleagues = (asked: string) =>
      server.call(operatorListCouriers, { params: { orderId }, token: asked })
    await server.call(startShift, { token, body: {} })
    const isOwnListed = (await colleagues(token)).result.some((one) => one.employeeId === employeeId)
    const firstId = employeeId
    await addCourier()
    const other = (await accept(await invite())).result.token
    const idsOf = async () => (await colleagues(token)).result.map((one) => one.employeeId)
    const before = await idsOf()
    await server.call(startShift, { token: other, body: {} })
    expect([isOwnListed, before.includes(employeeId), await idsOf()]).toEqual([
      false,
      false,
      expect.arrayContaining([employeeId]),
    ])
    expect((await colleagues(other)).code).toBe(5004)
    await asOperator(operatorDecide, { params: { orderId }, body: { result: 'allow' } })
    await act(operatorTransferApply, { body: { employeeId } })
    expect([(await colleagues(other)).code, firstId === employeeId]).toEqual([1012, false])
  })

  test('answers a repeated act with its first answer, and another body under its key with 1008', async () => {
    await server.call(startShift, { token, body: {} })
    const idempotencyKey = newKey()
    const once = { body: { result: 'allow' }, idempotencyKey }
    const first = await act(operatorDecide, once)
    expect(await act(operatorDecide, once)).toEqual(first)
    expect(
      (await act(operatorDecide, { body: { result: 'reject', reason: 'x' }, idempotencyKey })).code,
    ).toBe(1008)
  })

  test('logs both times of an act that was sent later', async () => {
    await server.call(startShift, { token, body: {} })
    const time = hoursAgo(3)
    await act(operatorDecide, { body: { result: 'allow' }, ...happened(time) })
    await act(operatorArriveAtPickup)
    const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
    const own = log.result.filter(({ actor }) => actor === `employee:${employeeId}`)
    expect(own.map((one) => [one.action, one.happenedAt])).toEqual([
      [6, time],
      [14, null],
    ])
    expect(own[0]?.time).toBe(server.services.now().toISOString())
  })

  test('hands bags of an ended shift to the named courier, also at the destination and while locked', async () => {
    const { plate } = (await server.call(startShift, { token, body: {} })).result
    await act(operatorDecide, { body: { result: 'allow' } })
    await act(operatorPickUp, { body: { bags: newBags(2) } })
    const own = (await server.call(getShift, { token })).result
    expect(own.inHand).toEqual({ orders: 1, pieces: 2 })
    expect(
      await server.call(endShift, { token, body: { plate, toEmployeeId: 'courier-0731' } }),
    ).toMatchObject({ code: 0 })
    const read = async () =>
      (await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })).result
    expect(await read()).toMatchObject({
      courierId: 'courier-0731',
      transferToId: null,
      lifecycle: { assignment: 'accepted', transfer: 'none' },
    })
    expect((await server.call(operatorGetOrder, { params: { orderId }, token })).code).toBe(5004)

    const as = (shape: CallShape, body: object = {}) => asOperator(shape, { params: { orderId }, body })
    await as(operatorStartTransport)
    await as(operatorArriveAtDelivery)
    await as(operatorReport, { kind: 'cannotContinue' })
    await as(operatorResolve, { result: 'lockOrder', reason: '' })
    const disable = (body: object) =>
      asOperator(setEmployeeState, {
        params: { employeeId: 'courier-0731' },
        body: { isDisabled: true, ...body },
      })
    expect(await disable({})).toMatchObject({ code: 5002, result: { orderIds: [orderId] } })
    expect(await disable({ toEmployeeId: 'courier-0731' })).toMatchObject({ code: 5002 })
    expect((await disable({ toEmployeeId: 'courier-0418' })).code).toBe(0)
    expect((await read()).courierId).toBe('courier-0418')
    const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
    expect(log.result.filter(({ action }) => action === 20).map(({ actor }) => actor)).toEqual([
      `employee:${employeeId}`,
      'employee:operator',
    ])
  })

  test('asks another courier for the pickups of a disabled one, and withdraws offers to them', async () => {
    await server.call(startShift, { token, body: {} })
    await act(operatorDecide, { body: { result: 'allow' } })
    const offered = (await guest.paidOrder()).orderId
    const at = (shape: CallShape, body: object) => asOperator(shape, { params: { orderId: offered }, body })
    await at(operatorReview, { result: 'pass' })
    await at(operatorAssign, { employeeId: 'courier-0418' })
    await at(operatorDecide, { result: 'allow' })
    await at(operatorTransferApply, { employeeId })
    const disabled = await asOperator(setEmployeeState, {
      params: { employeeId },
      body: { isDisabled: true, toEmployeeId: 'courier-0418' },
    })
    expect(disabled.code).toBe(0)
    const read = async (id: string) =>
      (await server.call(operatorGetOrder, { params: { orderId: id }, token: operatorToken })).result
    expect(await read(orderId)).toMatchObject({
      courierId: 'courier-0418',
      lifecycle: { assignment: 'waitDecision' },
    })
    expect(await read(offered)).toMatchObject({ transferToId: null, lifecycle: { transfer: 'none' } })
  })

  test('lets operators end a shift, and logs it', async () => {
    const { plate } = (await server.call(startShift, { token, body: {} })).result
    await act(operatorDecide, { body: { result: 'allow' } })
    await act(operatorPickUp, { body: { bags: newBags(2) } })
    const listed = (await server.call(listShifts, { token: operatorToken })).result
    expect(listed.find((shift) => shift.employeeId === employeeId)?.inHand).toEqual({ orders: 1, pieces: 2 })
    const end = (body: object = {}) => asOperator(endEmployeeShift, { params: { employeeId }, body })
    expect(await end()).toMatchObject({ code: 5002, result: { orderIds: [orderId] } })
    expect((await end({ toEmployeeId: 'courier-0418' })).result).toMatchObject({
      plate,
      endTime: server.services.now().toISOString(),
    })
    expect((await end()).code).toBe(9001)
    const changes = (await server.call(operatorListCatalogueLog, { token: operatorToken })).result
    expect(changes.list[0]).toMatchObject({
      actor: 'employee:operator',
      id: employeeId,
      fields: ['shift'],
    })
  })

  test('refuses a time that is malformed, ahead, over 12 hours ago, or before the last act', async () => {
    await server.call(startShift, { token, body: {} })
    const send = async (time: string) =>
      (await act(operatorDecide, { body: { result: 'allow' }, ...happened(time) })).code
    expect(await send('yesterday')).toBe(1008)
    expect(await send(hoursAgo(-0.1))).toBe(1008)
    expect(await send(hoursAgo(12.01))).toBe(1008)
    expect(await send(hoursAgo(2))).toBe(0)
    const before = await act(operatorArriveAtPickup, happened(hoursAgo(3)))
    expect([before.code, before.result]).toEqual([1008, { field: 'happenedAt' }])
    expect((await act(operatorArriveAtPickup, happened(hoursAgo(1)))).code).toBe(0)
    const [row] = await server.services.db
      .select()
      .from(employees)
      .where(eq(employees.employeeId, employeeId))
    expect(row?.lastActTime?.toISOString()).toBe(hoursAgo(1))
  })
})
