import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sandboxEvents } from '../../../../server/domain/payments/sandbox/sandbox.table.ts'
import { prepared } from '../../../../server/runtime/db/prepared.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

test('builds a statement once, and runs it on the connection of each transaction', async () => {
  const { db } = server.services
  let builds = 0
  const find = prepared('an event of a test', (on, name) => {
    builds++
    return on
      .select({ eventId: sandboxEvents.eventId })
      .from(sandboxEvents)
      .where(eq(sandboxEvents.eventId, sql.placeholder('eventId')))
      .prepare(name)
  })
  const eventId = 'event-of-a-transaction'
  expect(await find(db, { eventId })).toEqual([])
  const takenBack = db.transaction(async (tx) => {
    const payload = { type: 'refund.completed' as const, refundId: eventId, attempt: 0 }
    await tx.insert(sandboxEvents).values({ eventId, payload, sendTime: new Date(0) })
    expect(await find(tx, { eventId })).toEqual([{ eventId }])
    tx.rollback()
  })
  await expect(takenBack).rejects.toThrow()
  expect(await find(db, { eventId })).toEqual([])
  expect(builds).toBe(1)
})
