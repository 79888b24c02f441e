import type { SignedInDevice } from '@handsfree/core/contract'
import { and, desc, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import type { Traveller } from '../../runtime/services.ts'
import { deviceIdOf } from '../users/device-id.ts'
import { isValid } from '../users/token-life.ts'
import { tokens } from '../users/users.table.ts'

const validTokens = (tx: Database, uin: string, now: Date) =>
  tx
    .select()
    .from(tokens)
    .where(and(eq(tokens.uin, uin), isValid(tokens, now)))
    .orderBy(desc(tokens.useTime), desc(tokens.createTime))

export async function findDevices(
  tx: Database,
  { uin, tokenHash }: Traveller,
  now: Date,
): Promise<SignedInDevice[]> {
  const rows = await validTokens(tx, uin, now)
  return rows.map((row) => ({
    deviceId: deviceIdOf(row.tokenHash),
    name: row.device,
    isThis: row.tokenHash === tokenHash,
    createTime: row.createTime.toISOString(),
    useTime: row.useTime.toISOString(),
  }))
}

export async function endDeviceOf(
  tx: Transaction,
  uin: string,
  deviceId: string,
  now: Date,
): Promise<boolean> {
  const ended = (await validTokens(tx, uin, now)).find(({ tokenHash }) => deviceIdOf(tokenHash) === deviceId)
  if (ended) await tx.delete(tokens).where(eq(tokens.tokenHash, ended.tokenHash))
  return ended !== undefined
}

export async function endOtherTokens(tx: Transaction, { uin, tokenHash }: Traveller): Promise<number> {
  const ended = await tx
    .delete(tokens)
    .where(and(eq(tokens.uin, uin), ne(tokens.tokenHash, tokenHash)))
    .returning({ uin: tokens.uin })
  return ended.length
}
