import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { fileIdOf } from '../files/file-url.ts'
import { files } from '../files/files.table.ts'
import { newOrderNumbers } from './order-codes.ts'
import { countedFor, isCounted, orderCounts } from './order-limits.ts'
import { orders } from './orders.table.ts'

/** A list of known length: for an array PostgreSQL would plan the statement again each time. */
const numberPlaces = sql.join(
  [0, 1, 2, 3, 4, 5].map((index) => sql.placeholder(`number${index}`)),
  sql`, `,
)

const selectChecks = prepared('checks of a new order', (db, name) => {
  const kept = db.$with('kept', { fileId: sql<string>`file_id`.as('file_id') }).as(sql`
    update ${files} set kept_time = coalesce(kept_time, ${sql.placeholder('now')}::timestamptz)
    where uin = ${sql.placeholder('uin')} and file_id = any(${sql.placeholder('fileIds')}::text[])
    returning file_id`)
  return db
    .with(kept)
    .select({
      ...orderCounts,
      ownFiles: sql<string[]>`(select coalesce(json_agg(file_id), '[]'::json) from ${kept})`,
      takenNumbers: sql<string[]>`(
        select coalesce(json_agg(taken.order_number), '[]'::json) from ${orders} taken
        where taken.order_number in (${numberPlaces})
      )`,
    })
    .from(orders)
    .where(isCounted)
    .prepare(name)
})

/**
 * What the database knows of a new order, in one statement: how many the traveller has, which photos are theirs (marked
 * as used), and a free order number. Needs the traveller's lock.
 */
export async function findCreationChecks(
  tx: Transaction,
  given: { uin: string; siteId: string; timeZone: string; photos: readonly string[]; now: Date },
) {
  const fileIds = given.photos.map((url) => fileIdOf(url) ?? '')
  const numbers = newOrderNumbers(given.now, given.timeZone)
  const [found] = await selectChecks(tx, {
    ...countedFor(given),
    now: given.now.toISOString(),
    fileIds,
    ...Object.fromEntries(numbers.map((number, index) => [`number${index}`, number])),
  })
  if (!found) throw new Error('a count without a row')
  const { ownFiles, takenNumbers, ...counts } = found
  const freeNumber = numbers.find((number) => !takenNumbers.includes(number)) ?? numbers[0] ?? ''
  return { counts, fileIds, ownFiles: new Set(ownFiles), freeNumber }
}
