import type { Phone } from '@handsfree/core/contract'
import { codeLimits } from '@handsfree/core/policy'
import { and, eq, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { secondsBefore } from './requests.ts'
import type { Sender } from './sender.ts'
import { verificationCodes as codes } from './verification.table.ts'

const hour = 3_600
const day = 24 * hour
const week = 7 * day

/** Other numbers that requested codes from an address: verified within a week, and unverified. */
type AddressRecord = { verified: number; openInHour: number; openInDay: number }

async function readRecord(
  tx: Transaction,
  isFromSender: SQL,
  { dialCode, phoneNumber }: Phone,
  now: Date,
): Promise<AddressRecord> {
  const numbers = tx
    .select({
      isVerified: sql<boolean>`bool_or(${codes.verifyTime} is not null)`.as('is_verified'),
      latest: sql<Date>`max(${codes.createTime})`.as('latest'),
    })
    .from(codes)
    .where(
      and(
        isFromSender,
        gt(codes.createTime, secondsBefore(now, week)),
        or(isNotNull(codes.verifyTime), gt(codes.createTime, secondsBefore(now, day))),
        sql`(${codes.dialCode}, ${codes.phoneNumber}) <> (${dialCode}, ${phoneNumber})`,
      ),
    )
    .groupBy(codes.dialCode, codes.phoneNumber)
    .as('numbers')
  const hourAgo = secondsBefore(now, hour).toISOString()
  const [record] = await tx
    .select({
      verified: sql<number>`(count(*) filter (where ${numbers.isVerified}))::int`,
      openInHour: sql<number>`(count(*) filter (where not ${numbers.isVerified} and ${numbers.latest} > ${hourAgo}::timestamptz))::int`,
      openInDay: sql<number>`(count(*) filter (where not ${numbers.isVerified}))::int`,
    })
    .from(numbers)
  return record!
}

type Bound = { readonly seconds: number; readonly base: number; readonly share: number }

const isFull = ({ verified, openInHour, openInDay }: AddressRecord, bounds: readonly Bound[]): boolean =>
  bounds.some(
    ({ seconds, base, share }) => (seconds === hour ? openInHour : openInDay) >= base + share * verified,
  )

/**
 * Rates an address. `full`: too many unverified numbers. `trusted`: its travellers sign in and few numbers are open,
 * so it gets codes even while sending is paused.
 */
export async function findAddressTrust(
  tx: Transaction,
  { sender, block }: Sender,
  phone: Phone,
  now: Date,
): Promise<'full' | 'trusted' | 'usual'> {
  const record = await readRecord(tx, eq(codes.sender, sender), phone, now)
  if (isFull(record, codeLimits.network)) return 'full'
  if (block && isFull(await readRecord(tx, eq(codes.block, block), phone, now), codeLimits.block))
    return 'full'
  const { verified, open } = codeLimits.trusted
  return record.verified >= verified && record.openInHour < open ? 'trusted' : 'usual'
}
