import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sandboxEvents } from '../../../../server/domain/payments/sandbox/sandbox.table.ts'
import { leaseDue } from '../../../../server/runtime/jobs/lease.ts'
import { testDatabases } from '../../test-databases.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
const second = 1000
const at = (after: number) => new Date(Date.parse('2026-11-21T02:00:00.000Z') + after)
const due = { table: sandboxEvents, id: { eventId: sandboxEvents.eventId }, due: 'sendTime' } as const

const queue = (names: readonly string[], sendTime = at(0)) =>
  server.services.db.insert(sandboxEvents).values(
    names.map((eventId) => ({
      eventId,
      sendTime,
      payload: { type: 'refund.completed' as const, refundId: eventId, attempt: 0 },
    })),
  )
const claim = async (now = at(0)) =>
  (await leaseDue(server.services.db, now, due)).map(({ eventId }) => eventId).sort()

beforeEach(() => server.services.db.delete(sandboxEvents))

test('leases a due row once, and again when its lease ends', async () => {
  await queue(['due'])
  await queue(['later'], at(1))
  expect(await claim()).toEqual(['due'])
  expect(await claim()).toEqual([])
  expect(await claim(at(120 * second - 1))).toEqual(['later'])
  expect(await claim(at(120 * second))).toEqual(['due'])
})

test('leases 20 rows at a time, the longest due first', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `event-${String(index).padStart(2, '0')}`)
  for (const [index, name] of names.entries()) await queue([name], at(index - 100))
  expect(await claim()).toEqual(names.slice(0, 20))
  expect(await claim()).toEqual(names.slice(20))
})

/** PGlite has a single connection, so locks can't be contended. */
describe.runIf(testDatabases.postgresUrl)('on several connections', () => {
  test('skips rows that another connection holds, without waiting', async () => {
    await queue(['held', 'free'])
    const { db } = server.services
    await db.transaction(async (tx) => {
      await tx.select().from(sandboxEvents).where(eq(sandboxEvents.eventId, 'held')).for('update')
      expect(await claim()).toEqual(['free'])
    })
    expect(await claim()).toEqual(['held'])
  })

  test('leases each row to one of many concurrent callers', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `event-${index}`)
    await queue(names)
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim()))
    expect(claims.flat().sort()).toEqual([...names].sort())
    const rows = await server.services.db.select().from(sandboxEvents).orderBy(asc(sandboxEvents.sendTime))
    expect(rows.every(({ sendTime }) => sendTime.getTime() === at(120 * second).getTime())).toBe(true)
  })
})
