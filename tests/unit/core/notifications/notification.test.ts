import { fail, ok } from '@handsfree/core'
import { notificationMachine, selectUnread, selectUnreadBadge } from '@handsfree/core/notifications'
import { expect, it } from 'vitest'
import { offline } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const open = () => new Journey(notificationMachine, () => undefined)
/** Somebody signs in, and the live line opens. */
const appear = (journey: ReturnType<typeof open>) => {
  journey.send({ type: 'account.signedIn' })
  journey.send({ type: 'unread.changed' })
}
const counted = async (unread: number) => {
  const journey = open()
  appear(journey)
  await journey.answer('countUnread', ok(unread))
  return journey
}

it('counts once when the live line opens soon, and without it after three seconds', async () => {
  const journey = await counted(3)
  journey.pass(60_000)
  expect(journey.inputs('countUnread')).toHaveLength(1)
  journey.send({ type: 'account.signedIn' })
  journey.pass(2_999)
  expect(journey.value).toBe('awaitingLine')
  journey.pass(1)
  expect(journey.inputs('countUnread')).toHaveLength(2)
})

it('counts when somebody signs in, and forgets the count at signing out', async () => {
  const journey = await counted(3)
  expect([journey.value, selectUnread(journey.snapshot)]).toEqual(['counted', 3])
  journey.send({ type: 'account.signedOut' })
  expect([journey.value, selectUnread(journey.snapshot)]).toEqual(['signedOut', 0])
  journey.send({ type: 'unread.changed' })
  expect(journey.inputs('countUnread')).toHaveLength(1)
})

it('counts again on a change while counting, and drops the older answer', async () => {
  const journey = await counted(1)
  journey.send({ type: 'unread.changed' })
  const older = journey.open('countUnread')
  journey.send({ type: 'unread.changed' })
  older.answer(ok(2))
  await Promise.resolve()
  expect(selectUnread(journey.snapshot)).toBe(1)
  await journey.answer('countUnread', ok(3))
  expect([journey.value, selectUnread(journey.snapshot)]).toEqual(['counted', 3])
})

it('notes that one came which the badge does not count, until somebody else signs in', async () => {
  const journey = await counted(0)
  expect(journey.snapshot.context.hasNews).toBe(false)
  journey.send({ type: 'unread.changed', isNews: true })
  await journey.answer('countUnread', ok(0))
  journey.send({ type: 'unread.changed' })
  await journey.answer('countUnread', ok(0))
  expect(journey.snapshot.context.hasNews).toBe(true)
  appear(journey)
  expect(journey.snapshot.context.hasNews).toBe(false)
})

it('ignores an answer for the account before', async () => {
  const journey = open()
  appear(journey)
  const older = journey.open('countUnread')
  appear(journey)
  older.answer(ok(50))
  await journey.answer('countUnread', ok(0))
  expect(selectUnread(journey.snapshot)).toBe(0)
})

it('shows no count of the account before when its own fails', async () => {
  const journey = await counted(50)
  appear(journey)
  await journey.answer('countUnread', fail(offline))
  expect([journey.value, selectUnread(journey.snapshot)]).toEqual(['counted', 0])
})

it('keeps the last count when counting fails', async () => {
  const journey = await counted(3)
  journey.send({ type: 'unread.changed' })
  await journey.answer('countUnread', fail(offline))
  expect([journey.value, selectUnread(journey.snapshot)]).toEqual(['counted', 3])
  journey.send({ type: 'unread.changed' })
  await journey.fail('countUnread', new Error('broken'))
  expect([journey.value, selectUnread(journey.snapshot)]).toEqual(['counted', 3])
})

it.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('shows %s unread as the badge “%s”', async (unread, badge) => {
  expect(selectUnreadBadge((await counted(unread)).snapshot)).toBe(badge)
})
