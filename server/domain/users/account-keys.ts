import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Locale, Phone, ProofWay } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { and, asc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { acceptedKeys, type Keys } from '../../runtime/keys.ts'
import { newId } from '../../runtime/random.ts'
import type { Services, Traveller } from '../../runtime/services.ts'
import { findSite } from '../sites/sites.ts'
import { mailAddressOf } from '../verification/mail-address.ts'
import { users } from './users.table.ts'

export type User = typeof users.$inferSelect

const hasEmail = (email: string): SQL | undefined =>
  and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNotNull(users.emailVerifyTime))

/** Returns the account with this confirmed address, else null. Waits for a concurrent deletion. */
export async function findUserByEmail(tx: Transaction, email: string): Promise<string | null> {
  const [found] = await tx
    .select({ uin: users.uin })
    .from(users)
    .where(and(hasEmail(email), isNull(users.deleteTime)))
    .for('no key update')
  return found?.uin ?? null
}

/** Returns the account that verified this number, if any, then those that only typed it. */
export async function findUsersByPhone(tx: Transaction, { dialCode, phoneNumber }: Phone): Promise<User[]> {
  const hasNumber = or(eq(users.phoneNumber, phoneNumber), eq(users.typedPhoneNumber, phoneNumber))
  return tx
    .select()
    .from(users)
    .where(and(eq(users.dialCode, dialCode), hasNumber, isNull(users.deleteTime)))
    .orderBy(sql`${users.typedPhoneNumber} is not null`, asc(users.createTime))
}

/** Creates an account with a confirmed address and a typed, unverified number. */
export async function createUserByEmail(
  tx: Transaction,
  { random, now }: Pick<Services, 'random' | 'now'>,
  { email, phone, locale, siteId }: { email: string; phone: Phone; locale: Locale; siteId: string | null },
): Promise<string> {
  const isSite = siteId !== null && (await findSite(tx, siteId, locale)) !== null
  const time = now()
  const uin = newId(random)
  await tx.insert(users).values({
    uin,
    dialCode: phone.dialCode,
    phoneNumber: `unverified ${uin}`,
    typedPhoneNumber: phone.phoneNumber,
    email,
    emailVerifyTime: time,
    locale,
    firstSiteId: isSite ? siteId : null,
    createTime: time,
    updateTime: time,
  })
  return uin
}

export async function findUser(tx: Transaction, uin: string): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.uin, uin))
  return user!
}

/** Returns an account, locked until the transaction ends. Lock order: codes first, then accounts. */
export async function lockUser(tx: Transaction, uin: string): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.uin, uin)).for('no key update')
  return user!
}

/** The confirmed address; null without one. */
export const confirmedEmailOf = ({ email, emailVerifyTime }: User): string | null =>
  emailVerifyTime ? email : null

/** The verified number; null for one that was only typed. */
export const verifiedPhoneOf = ({ dialCode, phoneNumber, typedPhoneNumber }: User): Phone | null =>
  typedPhoneNumber === null ? { dialCode, phoneNumber } : null

/** The number to show and to call, verified or not. */
export const shownPhoneOf = ({ dialCode, phoneNumber, typedPhoneNumber }: User): Phone => ({
  dialCode,
  phoneNumber: typedPhoneNumber ?? phoneNumber,
})

/** Where a code that proves the account is sent; null if it has no such key. */
export function provingAddress(user: User, way: ProofWay): Phone | null {
  if (way === 'phone') return verifiedPhoneOf(user)
  const email = confirmedEmailOf(user)
  return email === null ? null : mailAddressOf(email)
}

/** Makes a proven address the account's. Returns false if it's another account's. */
export async function saveConfirmedEmail(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  uin: string,
  email: string,
): Promise<boolean> {
  const [other] = await tx
    .select({ uin: users.uin })
    .from(users)
    .where(and(hasEmail(email), ne(users.uin, uin)))
  if (other) return false
  const time = now()
  await tx.update(users).set({ email, emailVerifyTime: time, updateTime: time }).where(eq(users.uin, uin))
  return true
}

/** Makes a proven number the account's. Returns false if it's another account's. */
export async function saveVerifiedPhone(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  uin: string,
  { dialCode, phoneNumber }: Phone,
): Promise<boolean> {
  const [other] = await tx
    .select({ uin: users.uin })
    .from(users)
    .where(and(eq(users.dialCode, dialCode), eq(users.phoneNumber, phoneNumber), ne(users.uin, uin)))
  if (other) return false
  await tx
    .update(users)
    .set({ dialCode, phoneNumber, typedPhoneNumber: null, updateTime: now() })
    .where(eq(users.uin, uin))
  return true
}

/** 6 bytes of expiry, 16 of the signature. */
const timeBytes = 6
const proofBytes = timeBytes + 16

/** Signs the account's current keys, so that a proof ends with the change it was for. */
function proofUntil(
  keys: Keys,
  { tokenHash }: Traveller,
  { uin, dialCode, phoneNumber, email }: User,
  validUntil: number,
): Buffer {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(validUntil, 0, timeBytes)
  const signed = JSON.stringify([uin, tokenHash, dialCode, phoneNumber, email, validUntil])
  const signature = createHmac('sha256', keys.proofs).update(signed).digest()
  return Buffer.concat([time, signature], proofBytes)
}

/** States that this device has just proven the account. Nothing is stored, and every instance accepts it. */
export function proofOf(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  caller: Traveller,
  user: User,
): string {
  const validUntil = now().getTime() + policy.proofMinutes * 60_000
  return proofUntil(keys, caller, user, validUntil).toString('base64url')
}

export function isProof(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  caller: Traveller,
  user: User,
  proof: string,
): boolean {
  const bytes = Buffer.from(proof, 'base64url')
  if (bytes.length !== proofBytes) return false
  const validUntil = bytes.readUIntBE(0, timeBytes)
  const remainingMs = validUntil - now().getTime()
  if (remainingMs <= 0 || remainingMs > policy.proofMinutes * 60_000) return false
  return acceptedKeys(keys).some((accepted) =>
    timingSafeEqual(bytes, proofUntil(accepted, caller, user, validUntil)),
  )
}
