import { demoPin } from '@handsfree/core/api'
import {
  acceptInvitation,
  addEmployee,
  type CallShape,
  type CrewSession,
  endCrewSession,
  endOtherCrewSessions,
  endTablet,
  extendTabletSession,
  getOwnEmployee,
  inviteEmployee,
  listCrewSessions,
  listEmployees,
  listTablets,
  operatorListCatalogueLog,
  readTablet,
  resetEmployeePin,
  setCrewPassword,
  setCrewPin,
  setEmployeeState,
  signOutEmployee,
  startDemoCrewSession,
  startTablet,
  type TabletAccess,
  unlockTablet,
  type WrongPassword,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { employeeSessions, siteTablets } from '../../../../server/domain/users/crew.table.ts'
import { employees } from '../../../../server/domain/users/employees.table.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import { newPhone } from '../../harness.ts'
import { operatorToken } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

const siteId = 'hongqiao-railway-station'
const password = 'seven brown bags'
const pin = '4071'
let lin: CrewSession
let tablet: TabletAccess

const asOperator = (shape: CallShape, more: object = {}) =>
  server.call(shape, { token: operatorToken, ...more })
const hire = async (name: string, more: object = { role: 'site', siteId }) => {
  const body = { name, phone: `+86 ${newPhone()}`, ...more }
  return (await server.call(addEmployee, { token: operatorToken, body })).result.employeeId
}
const invite = async (employeeId: string) =>
  (await server.call(inviteEmployee, { params: { employeeId }, token: operatorToken })).result.token
const join = async (employeeId: string, more: object = { pin }) => {
  const params = { token: await invite(employeeId) }
  return (await server.call(acceptInvitation, { params, body: { password, ...more } })).result
}
const start = (token: string) => server.call(startTablet, { token, body: {} })
const unlock = (employeeId: string, typed = pin, on = tablet) =>
  server.call(unlockTablet, { body: { tablet: on.token, employeeId, pin: typed } })
const own = async (token: string) => (await server.call(getOwnEmployee, { token })).code
const people = async () =>
  (await server.call(readTablet, { body: { tablet: tablet.token } })).result.people.map(({ name }) => name)
const idOf = ({ employee }: CrewSession) => employee.employeeId

beforeEach(async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  lin = await join(await hire('Lin'))
  tablet = (await start(lin.token)).result
})

describe('a shared tablet', () => {
  test('keeps the site signed in, and ends the session of who started it', async () => {
    expect(tablet.site.siteId).toBe(siteId)
    expect(await own(lin.token)).toBe(1010)
    expect(await own(tablet.token)).toBe(1010)
  })

  test('names the person who unlocked it in later calls', async () => {
    const { code, result } = await unlock(idOf(lin))
    expect([code, result.employee.name]).toEqual([0, 'Lin'])
    const me = await server.call(getOwnEmployee, { token: result.token })
    expect(me.result).toMatchObject({ employeeId: idOf(lin), role: 'site', siteId })
  })

  test('signs out the previous person when the next one unlocks it', async () => {
    const first = (await unlock(idOf(lin))).result.token
    const chen = await join(await hire('Chen'))
    const second = (await unlock(idOf(chen))).result.token
    expect([await own(first), await own(second)]).toEqual([1010, 0])
  })

  test('lists the site’s active employees with a PIN', async () => {
    await join(await hire('Without a PIN'), {})
    await join(await hire('Elsewhere', { role: 'site', siteId: 'pudong-airport-t2' }))
    const gone = await join(await hire('Disabled'))
    await asOperator(setEmployeeState, { params: { employeeId: idOf(gone) }, body: { isDisabled: true } })
    const listed = await people()
    expect(listed).toContain('Lin')
    for (const name of ['Without a PIN', 'Elsewhere', 'Disabled']) expect(listed).not.toContain(name)
  })

  test('refuses to start for someone without a PIN', async () => {
    const chen = await join(await hire('Chen'), {})
    expect((await start(chen.token)).code).toBe(2006)
    expect(await own(chen.token)).toBe(0)
  })

  test('logs who started and ended it', async () => {
    await asOperator(endTablet, { params: { deviceId: tablet.deviceId }, body: {} })
    const { list } = (await server.call(operatorListCatalogueLog, { token: operatorToken })).result
    const logged = list.filter(({ fields }) => fields.includes('tablet')).slice(0, 2)
    expect(logged.map(({ actor }) => actor)).toEqual(['employee:operator', `employee:${idOf(lin)}`])
  })
})

describe('idle time', () => {
  const session = async () => (await unlock(idOf(lin))).result.token
  const minutes = (count: number) => server.clock.advance(count * 60_000)
  const extend = (token: string) => server.call(extendTabletSession, { token, body: {} })

  test('ends the session 11 minutes after the last report, whatever the page reads', async () => {
    const token = await session()
    minutes(6)
    expect(await own(token)).toBe(0)
    minutes(5)
    expect(await own(token)).toBe(1010)
    await sweep(server.services)
    const { db } = server.services
    expect(
      await db
        .select()
        .from(employeeSessions)
        .where(eq(employeeSessions.employeeId, idOf(lin))),
    ).toEqual([])
  })

  test('starts again at every report, and not after the end', async () => {
    const token = await session()
    for (const _ of [1, 2, 3]) {
      minutes(10)
      expect((await extend(token)).code).toBe(0)
    }
    minutes(12)
    expect((await extend(token)).code).toBe(1010)
  })

  test('leaves sessions on devices of one person alone', async () => {
    const { token } = await join(idOf(lin))
    minutes(60)
    expect([(await extend(token)).code, await own(token)]).toEqual([0, 0])
  })

  test('ends the tablet itself after 14 days without an unlock', async () => {
    minutes(15 * 24 * 60)
    expect((await unlock(idOf(lin))).code).toBe(1002)
    await sweep(server.services)
    expect(await server.services.db.select().from(siteTablets)).toEqual([])
  })
})

describe('guessing a PIN', () => {
  test('pauses for a person on a tablet after five wrong ones, and says how long', async () => {
    const answers = []
    for (const typed of ['0001', '0002', '0003', '0004', '0005']) answers.push(await unlock(idOf(lin), typed))
    expect(answers.map(({ code }) => code)).toEqual([2001, 2001, 2001, 2001, 2001])
    const paused = await unlock(idOf(lin))
    expect([paused.code, paused.result]).toEqual([2001, { triesLeft: 0, retryAfter: 600 }])
    const chen = await join(await hire('Chen'))
    expect((await unlock(idOf(chen))).code).toBe(0)
    server.clock.advance(600_000)
    expect((await unlock(idOf(lin))).code).toBe(0)
  })

  test('compares five of seven PINs sent at once', async () => {
    const wrong = ['0001', '0002', '0003', '0004', '0005', '0006', '0007']
    const answers = await Promise.all(wrong.map((typed) => unlock(idOf(lin), typed)))
    const tries = answers.map(({ result }) => (result as unknown as WrongPassword).retryAfter === undefined)
    expect(tries.filter(Boolean)).toHaveLength(5)
  })

  test('answers alike for another site’s employee, a courier and nobody', async () => {
    const elsewhere = await join(await hire('Elsewhere', { role: 'site', siteId: 'pudong-airport-t2' }))
    for (const employeeId of [idOf(elsewhere), 'courier-0731', 'nobody'])
      expect((await unlock(employeeId)).code).toBe(2001)
  })

  test('fails without a tablet, or with a session instead of one', async () => {
    const { token } = (await unlock(idOf(lin))).result
    for (const other of ['unknown', token])
      expect((await unlock(idOf(lin), pin, { ...tablet, token: other })).code).toBe(1002)
  })
})

describe('a session by PIN', () => {
  test('gives no access to the rest of the account', async () => {
    const { token } = (await unlock(idOf(lin))).result
    const params = { deviceId: 'device' }
    const codes = [
      await server.call(setCrewPin, { token, body: { pin: '1357' } }),
      await server.call(setCrewPassword, { token, body: { current: password, password: 'nine old bags' } }),
      await server.call(startTablet, { token, body: {} }),
      await server.call(endCrewSession, { token, params, body: {} }),
      await server.call(endOtherCrewSessions, { token, body: {} }),
    ].map(({ code }) => code)
    expect(codes).toEqual([1011, 1011, 1011, 1011, 1011])
  })

  test('ends when the employee is disabled, moves to another site, or locks the tablet', async () => {
    const { db } = server.services
    const disabled = (await unlock(idOf(lin))).result.token
    const state = (isDisabled: boolean) =>
      asOperator(setEmployeeState, { params: { employeeId: idOf(lin) }, body: { isDisabled } })
    await state(true)
    expect([await own(disabled), (await unlock(idOf(lin))).code]).toEqual([1010, 2001])
    await state(false)
    const moved = (await unlock(idOf(lin))).result.token
    const move = (to: string) =>
      db
        .update(employees)
        .set({ siteId: to })
        .where(eq(employees.employeeId, idOf(lin)))
    await move('pudong-airport-t2')
    expect([await own(moved), (await unlock(idOf(lin))).code]).toEqual([1010, 2001])
    await move(siteId)
    const locked = (await unlock(idOf(lin))).result.token
    await server.call(signOutEmployee, { token: locked, body: {} })
    expect([await own(locked), (await unlock(idOf(lin))).code]).toEqual([1010, 0])
  })

  test('counts among the employee’s devices as shared', async () => {
    const phone = await join(await hire('Chen'))
    await unlock(idOf(phone))
    const listed = (await server.call(listCrewSessions, { token: phone.token })).result
    expect(listed.map(({ isThis, isShared }) => [isThis, isShared])).toContainEqual([false, true])
  })
})

describe('setting a PIN', () => {
  const set = (token: string, body: object) => server.call(setCrewPin, { token, body })

  test('needs the password unless the sign-in is recent', async () => {
    const { token } = await join(idOf(lin), {})
    expect((await set(token, { pin: '1357' })).code).toBe(0)
    expect((await unlock(idOf(lin), '1357')).code).toBe(0)
    server.clock.advance(600_001)
    expect((await set(token, { pin: '2468' })).code).toBe(2006)
    expect((await set(token, { pin: '2468', password: 'another' })).code).toBe(2001)
    expect((await set(token, { pin: '2468', password })).code).toBe(0)
    expect((await unlock(idOf(lin), '2468')).code).toBe(0)
  })

  test('locks the tablets that the person has unlocked', async () => {
    const { token } = await join(idOf(lin))
    const onTablet = (await unlock(idOf(lin))).result.token
    await set(token, { pin: '1357' })
    expect([await own(onTablet), await own(token)]).toEqual([1010, 0])
  })

  test('refuses other than four digits, and PINs that are easy to guess', async () => {
    const { token } = await join(idOf(lin))
    for (const typed of ['123', '12345', '12a4', '１２３４', '0000', '4321', demoPin])
      expect((await set(token, { pin: typed })).code).toBe(1008)
  })

  test('resets a PIN for an operator, who logs it', async () => {
    const onTablet = (await unlock(idOf(lin))).result.token
    const params = { employeeId: idOf(lin) }
    expect((await asOperator(resetEmployeePin, { params, body: {} })).code).toBe(0)
    expect([await own(onTablet), (await unlock(idOf(lin))).code]).toEqual([1010, 2001])
    const { result } = await server.call(listEmployees, { token: operatorToken })
    expect(result.find(({ employeeId }) => employeeId === idOf(lin))?.hasPin).toBe(false)
    const { list } = (await server.call(operatorListCatalogueLog, { token: operatorToken })).result
    expect(list[0]).toMatchObject({ id: idOf(lin), fields: ['pin'] })
  })
})

describe('the list of tablets', () => {
  const list = async (token: string) =>
    (await server.call(listTablets, { token })).result.map(({ deviceId }) => deviceId)
  const tokenAt = (site: string) => `demo-site-${site}-token`

  test('shows a site its own tablets, and operators all', async () => {
    expect(await list(tokenAt(siteId))).toContain(tablet.deviceId)
    expect(await list(operatorToken)).toContain(tablet.deviceId)
    expect(await list(tokenAt('pudong-airport-t2'))).not.toContain(tablet.deviceId)
  })

  test('signs out a tablet and who is on it, for the own site alone', async () => {
    const { token } = (await unlock(idOf(lin))).result
    const end = (by: string) =>
      server.call(endTablet, { token: by, params: { deviceId: tablet.deviceId }, body: {} })
    expect((await end(tokenAt('pudong-airport-t2'))).code).toBe(1002)
    expect(await own(token)).toBe(0)
    expect((await end(token)).code).toBe(0)
    expect([await own(token), (await unlock(idOf(lin))).code]).toEqual([1010, 1002])
  })
})

test('unlocks a tablet with the demo’s PIN', async () => {
  const employeeId = `site-${siteId}`
  const { token } = (await server.call(startDemoCrewSession, { body: { employeeId } })).result
  tablet = (await start(token)).result
  expect((await unlock(employeeId, demoPin)).code).toBe(0)
})
