import { ok } from '@handsfree/core'
import { notificationMachine, selectUnreadBadge } from '@handsfree/core/notifications'
import { expect, it } from 'vitest'
import { Journey } from '../journey.ts'

const open = () => new Journey(notificationMachine, () => undefined)
/** Signs in and connects the broker. */
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

it('counts unread once the broker connects, or after three seconds without it', async () => {
  const journey = await counted(3)
  journey.pass(60_000)
  expect(journey.inputs('countUnread')).toHaveLength(1)
  journey.send({ type: 'account.signedIn' })
  journey.pass(2_999)
  expect(journey.value).toBe('awaitingLine')
  journey.pass(1)
  expect(journey.inputs('countUnread')).toHaveLength(2)
})

it('remembers news that the badge does not count until the next sign-in', async () => {
  const journey = await counted(0)
  expect(journey.snapshot.context.hasHint).toBe(false)
  journey.send({ type: 'unread.changed', fromHint: true })
  await journey.answer('countUnread', ok(0))
  journey.send({ type: 'unread.changed' })
  await journey.answer('countUnread', ok(0))
  expect(journey.snapshot.context.hasHint).toBe(true)
  appear(journey)
  expect(journey.snapshot.context.hasHint).toBe(false)
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
