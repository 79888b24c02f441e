import type { CrewApp } from '@handsfree/core'
import { selectAccount } from '@handsfree/core/auth'
import { selectIsTablet, selectIsTabletLocked, selectTabletProblem } from '@handsfree/core/crew'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { crewMember, operatorOrder, queuedAct } from '../../models/samples.ts'
import { access } from '../../models/tablet.model.ts'
import { FakeBrowser, type FakePlatform, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, session, storeCrew } from './crew-tab.ts'

const people = [
  { employeeId: 'courier-1', name: 'Chen' },
  { employeeId: 'site-2', name: 'Lin' },
]
const lin = { token: 'token-of-lin', employee: crewMember({ employeeId: 'site-2', name: 'Lin' }) }
const report = 'POST /operator/orders/order-1/report'

let server: FakeServer
let browser: FakeBrowser
let app: CrewApp
let platform: FakePlatform
let time: number
let tap: () => void

const open = () => {
  const tab = openCrewTab(server, browser, {
    now: () => time,
    onUse: (listener) => {
      tap = listener
      return () => undefined
    },
  })
  app = tab.app
  platform = tab.platform
}
const reload = () => {
  app.stop()
  open()
}
const isLocked = () => selectIsTabletLocked(app.tablet.getSnapshot())
const employeeId = () => selectAccount(app.auth.getSnapshot())?.uin
const enter = (person: string, pin: string) => {
  app.tablet.send({ type: 'person.choose', employeeId: person })
  app.tablet.send({ type: 'pin.change', pin })
  app.tablet.send({ type: 'pin.submit' })
}
const isListed = () =>
  soon(() =>
    expect(app.tablet.getSnapshot().context.people?.map(({ name }) => name)).toEqual(['Chen', 'Lin']),
  )

/** A tablet that Chen has unlocked just now. */
const unlock = async () => {
  await isListed()
  enter('courier-1', '2580')
  await soon(() => expect(isLocked()).toBe(false))
}

beforeEach(() => {
  time = Date.parse('2026-11-23T02:00:00Z')
  server = crewServer()
  server.routes['POST /crew/tablet'] = () => ({ site: access.site, people })
  server.routes['POST /crew/tablet/extend'] = () => ({})
  server.routes['POST /crew/tablet/sessions'] = ({ body }) =>
    (body as { employeeId: string }).employeeId === 'site-2' ? lin : session
  server.routes[report] = () => operatorOrder()
  browser = new FakeBrowser()
  browser.items.set('crew:tablet', JSON.stringify({ version: 1, ...access }))
})
afterEach(() => {
  app.stop()
})

it('becomes a tablet, and forgets the session of who started it', async () => {
  browser.items.delete('crew:tablet')
  storeCrew(browser)
  server.routes['POST /crew/tablets'] = () => access
  open()
  app.tablet.send({ type: 'tablet.start' })
  await isListed()
  expect([employeeId(), browser.items.get('crew:auth')]).toEqual([
    undefined,
    expect.not.stringContaining(session.token),
  ])
  reload()
  await isListed()
  expect(isLocked()).toBe(true)
})

it('stays one person’s device if the server refuses a tablet', async () => {
  browser.items.delete('crew:tablet')
  storeCrew(browser)
  server.routes['POST /crew/tablets'] = () => new Refusal(2006)
  open()
  app.tablet.send({ type: 'tablet.start' })
  await soon(() => expect(selectTabletProblem(app.tablet.getSnapshot())).toEqual({ code: 'pinMissing' }))
  expect([employeeId(), selectIsTablet(app.tablet.getSnapshot())]).toEqual(['courier-1', false])
})

it('signs in the person whose PIN is right, and keeps them over a reload', async () => {
  open()
  await unlock()
  expect(server.of('POST /crew/tablet/sessions')[0]?.body).toEqual({
    tablet: access.token,
    employeeId: 'courier-1',
    pin: '2580',
  })
  reload()
  expect([employeeId(), isLocked()]).toEqual(['courier-1', false])
})

it('sends the last acts before it locks, and stays locked if it is reloaded while sending', async () => {
  open()
  await unlock()
  let answer = () => {}
  server.routes[report] = () =>
    new Promise((resolve) => {
      answer = () => resolve(operatorOrder())
    })
  app.outbox.send({
    type: 'act.add',
    act: queuedAct({ act: 'exception.report', leaveAt: time + 10_000, employeeId: 'courier-1' }),
  })
  app.tablet.send({ type: 'tablet.lock' })
  await soon(() => expect(server.of(report)).toHaveLength(1))
  expect([isLocked(), employeeId()]).toEqual([true, 'courier-1'])
  answer()
  await soon(() => expect(employeeId()).toBeUndefined())
  await soon(() => expect(server.of('POST /crew/sign-out')[0]?.token).toBe(`Bearer ${session.token}`))
  reload()
  expect(isLocked()).toBe(true)
})

it('keeps a person’s acts without a network for their next turn, and lets the next person work', async () => {
  open()
  await unlock()
  server.routes[report] = () => {
    throw new TypeError('Failed to fetch')
  }
  app.outbox.send({ type: 'act.add', act: queuedAct({ act: 'exception.report', employeeId: 'courier-1' }) })
  app.tablet.send({ type: 'tablet.lock' })
  await isListed()
  server.routes[report] = () => operatorOrder()
  enter('site-2', '4071')
  await soon(() => expect(employeeId()).toBe('site-2'))
  const sentByLin = server.of(report).filter(({ token }) => token === `Bearer ${lin.token}`)
  expect([sentByLin, app.outbox.getSnapshot().context.acts]).toEqual([[], [expect.anything()]])
  app.tablet.send({ type: 'tablet.lock' })
  await unlock()
  await soon(() => expect(app.outbox.getSnapshot().context.acts).toEqual([]))
  expect(server.of(report).at(-1)?.token).toBe(`Bearer ${session.token}`)
})

it('locks 10 minutes after the last tap, and after a longer sleep', async () => {
  open()
  await unlock()
  time += 9 * 60_000
  tap()
  time += 9 * 60_000
  reload()
  expect(isLocked()).toBe(false)
  time += 60_000
  platform.comeBack()
  expect(isLocked()).toBe(true)
  await soon(() => expect(employeeId()).toBeUndefined())
})

it('reports taps to the server once a minute', async () => {
  open()
  await unlock()
  const reports = () => server.of('POST /crew/tablet/extend').length
  tap()
  tap()
  time += 59_000
  tap()
  await soon(() => expect(reports()).toBe(1))
  time += 1_000
  tap()
  await soon(() => expect(reports()).toBe(2))
})

it('asks for the PIN once the server has ended the session', async () => {
  open()
  await unlock()
  app.auth.send({ type: 'session.ended' })
  await isListed()
  expect(isLocked()).toBe(true)
})

it('asks for code or password once the tablet was signed out elsewhere', async () => {
  server.routes['POST /crew/tablet'] = () => new Refusal(1002)
  open()
  await soon(() => expect(selectIsTablet(app.tablet.getSnapshot())).toBe(false))
  expect(browser.items.has('crew:tablet')).toBe(false)
})
