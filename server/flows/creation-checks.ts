import { errorCodes } from '@handsfree/core/lib'
import { sql } from 'drizzle-orm'
import { fileIdOf } from '../domain/files/file-url.ts'
import { files } from '../domain/files/files.table.ts'
import { newNumberSuffixes } from '../domain/orders/order-codes.ts'
import { dayBegins, isCountedOf, orderCounts } from '../domain/orders/order-limits.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { placesVersion, qrCodes, sites } from '../domain/sites/sites.table.ts'
import { exactQrCodeFirst, isQrCode } from '../domain/sites/sites.ts'
import { tokens } from '../domain/users/users.table.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { prepareStatement } from '../runtime/db/prepare-statement.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Random } from '../runtime/random.ts'

/** A list of fixed length: with an array, PostgreSQL replans the statement every time. */
const candidateNumbers = sql.join(
  [0, 1, 2, 3, 4, 5].map((index) => sql`here.prefix || ${sql.placeholder(`end${index}`)}::text`),
  sql`, `,
)

const selectChecks = prepareStatement('checks of a new order', (db, name) => {
  const here = db
    .$with('here', { siteId: sql<string>`site_id`.as('site_id'), prefix: sql<string>`prefix`.as('prefix') })
    .as(sql`
    select ${sites.siteId} as site_id,
      'HF ' || to_char(${sql.placeholder('now')}::timestamptz at time zone ${sites.timeZone}, 'YYMM') || ' ' as prefix
    from ${qrCodes} join ${sites} on ${sites.siteId} = ${qrCodes.siteId}
    where ${isQrCode} order by ${exactQrCodeFirst} limit 1`)
  const uin = sql<
    string | null
  >`(select uin from ${tokens} where token_hash = ${sql.placeholder('tokenHash')})`
  const keptFiles = db.$with('kept', { fileId: sql<string>`file_id`.as('file_id') }).as(sql`
    update ${files} set kept_time = coalesce(kept_time, ${sql.placeholder('now')}::timestamptz)
    where uin = ${uin} and file_id = any(${sql.placeholder('fileIds')}::text[])
    returning file_id`)
  return db
    .with(here, keptFiles)
    .select({
      ...orderCounts,
      isSignedIn: sql<boolean>`${uin} is not null`,
      placesVersion: sql<number>`(select ${placesVersion.version} from ${placesVersion})`,
      ownFiles: sql<string[]>`(select coalesce(json_agg(file_id), '[]'::json) from ${keptFiles})`,
      prefix: sql<string>`here.prefix`,
      takenNumbers: sql<string[]>`(
        select coalesce(json_agg(taken.order_number), '[]'::json) from ${orders} taken
        where taken.order_number in (${candidateNumbers})
      )`,
    })
    .from(here)
    .leftJoin(orders, isCountedOf(uin))
    .groupBy(sql`here.site_id`, sql`here.prefix`)
    .prepare(name)
})

/**
 * Reads all creation checks in one statement: order counts, own photos (marked as used), a free order number, and the
 * places version. The traveller must be locked. Returns null for an unknown QR code. Throws 1010 if the token is
 * gone.
 */
export async function findCreationChecks(
  tx: Transaction,
  input: { tokenHash: string; qrId: string; photos: readonly string[]; now: Date; random: Random },
) {
  const fileIds = input.photos.map((url) => fileIdOf(url) ?? '')
  const suffixes = newNumberSuffixes(input.random)
  const [row] = await selectChecks(tx, {
    tokenHash: input.tokenHash,
    dayBegins: dayBegins(input.now),
    qrId: input.qrId,
    now: input.now.toISOString(),
    fileIds,
    ...Object.fromEntries(suffixes.map((end, index) => [`end${index}`, end])),
  })
  if (!row) return null
  const { isSignedIn, ownFiles, prefix, takenNumbers, placesVersion: version, ...counts } = row
  if (!isSignedIn) throw new ApiError(errorCodes.notLoggedIn, 'not logged in')
  const numbers = suffixes.map((end) => `${prefix}${end}`)
  const freeNumber = numbers.find((number) => !takenNumbers.includes(number)) ?? numbers[0] ?? ''
  return { counts, fileIds, ownFiles: new Set(ownFiles), freeNumber, version }
}
