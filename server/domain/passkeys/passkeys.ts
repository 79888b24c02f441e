import type { CreatedPasskey, Locale, Passkey, PasskeyOptions, UsedPasskey } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { newId, newToken } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { brandName } from '../catalogue/brand.ts'
import { shownPhoneOf } from '../users/account-keys.ts'
import { lockEmployee } from '../users/crew-sessions.ts'
import { employees } from '../users/employees.table.ts'
import { lockTraveller } from '../users/lock-traveller.ts'
import { users } from '../users/users.table.ts'
import { passkeyChallenges, passkeys, passkeyTries } from './passkeys.table.ts'

export type PasskeyOwner = { uin: string } | { employeeId: string }

const columnsOf = (owner: PasskeyOwner) => ({ uin: null, employeeId: null, ...owner })

const belongsTo = (table: typeof passkeys | typeof passkeyChallenges, owner: PasskeyOwner) =>
  'uin' in owner ? eq(table.uin, owner.uin) : eq(table.employeeId, owner.employeeId)

const challengeCutoff = (now: Date) => new Date(now.getTime() - policy.passkeyChallengeSeconds * 1_000)

/** The site that passkeys belong to. Throws 1008 for a host that isn't one, which only the demo reads. */
function relyingPartyOf(origin: string): string {
  if (!URL.canParse(origin)) throw new ApiError(errorCodes.paramError, 'param error')
  return new URL(origin).hostname
}

async function saveChallenge(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  owner: PasskeyOwner | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newToken(random)
  await tx.insert(passkeyChallenges).values({ challenge, ...(owner && columnsOf(owner)), createTime: now() })
  return Uint8Array.from(Buffer.from(challenge, 'base64url'))
}

/** Extracts the challenge that the client claims to answer. The signature is verified later. */
function challengeOf(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** Uses up a valid challenge. Returns null for an unknown, used or expired one, and for another owner's. */
async function takeChallenge(
  tx: Transaction,
  clientData: string,
  owner: PasskeyOwner | null,
  now: Date,
): Promise<string | null> {
  const challenge = challengeOf(clientData)
  if (challenge === null) return null
  const isOwn = owner
    ? belongsTo(passkeyChallenges, owner)
    : and(isNull(passkeyChallenges.uin), isNull(passkeyChallenges.employeeId))
  const [taken] = await tx
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        isOwn,
        gt(passkeyChallenges.createTime, challengeCutoff(now)),
      ),
    )
    .returning()
  return taken?.challenge ?? null
}

const hasAllPasskeys = () => new ApiError(errorCodes.dbExists, 'too many passkeys', { status: 409 })

export async function findPasskeys(tx: Database, owner: PasskeyOwner): Promise<Passkey[]> {
  const rows = await tx
    .select()
    .from(passkeys)
    .where(belongsTo(passkeys, owner))
    .orderBy(desc(passkeys.createTime), desc(passkeys.passkeyId))
  return rows.map(({ passkeyId, name, createTime, useTime }) => ({
    passkeyId,
    name,
    createTime: createTime.toISOString(),
    useTime: useTime?.toISOString() ?? null,
  }))
}

type PasskeyUser = { userName: string; userDisplayName: string; userID: string }

/** Names for the authenticator, which also stores the id. A phone number could change hands. */
async function passkeyUserOf(tx: Transaction, owner: PasskeyOwner, rpName: string): Promise<PasskeyUser> {
  if ('uin' in owner) {
    const [user] = await tx.select().from(users).where(eq(users.uin, owner.uin))
    const { dialCode, phoneNumber } = shownPhoneOf(user!)
    return { userName: `+${dialCode} ${phoneNumber}`, userDisplayName: user!.name, userID: owner.uin }
  }
  const [employee] = await tx.select().from(employees).where(eq(employees.employeeId, owner.employeeId))
  if (!employee) throw new ApiError(errorCodes.userNotExists, 'user not exists', { status: 404 })
  // Someone may also be a traveller, with the same number.
  const userName = `${employee.name} · ${rpName} team`
  return { userName, userDisplayName: employee.name, userID: `employee ${owner.employeeId}` }
}

export async function registrationOptions(
  tx: Transaction,
  services: Pick<Services, 'now' | 'random'>,
  owner: PasskeyOwner,
  { origin, locale }: { origin: string; locale: Locale },
): Promise<PasskeyOptions> {
  const rpName = await brandName(tx, services, locale)
  const { userID, ...names } = await passkeyUserOf(tx, owner, rpName)
  const own = await tx
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(belongsTo(passkeys, owner))
  if (own.length >= policy.maxPasskeys) throw hasAllPasskeys()
  const options = await generateRegistrationOptions({
    rpName,
    rpID: relyingPartyOf(origin),
    ...names,
    userID: new TextEncoder().encode(userID),
    challenge: await saveChallenge(tx, services, owner),
    timeout: policy.passkeyChallengeSeconds * 1_000,
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

const lockOwner = (tx: Transaction, owner: PasskeyOwner) =>
  'uin' in owner ? lockTraveller(tx, owner.uin) : lockEmployee(tx, owner.employeeId, 'no key update')

/** Adds a passkey to its owner. Returns the refusal, so that the used challenge is committed. */
export async function addPasskeyOf(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  owner: PasskeyOwner,
  { origin, name }: { origin: string; name: string },
  { id, rawId, type, response }: CreatedPasskey,
): Promise<ApiError | null> {
  const mismatch = new ApiError(errorCodes.paramError, 'passkey doesn’t match the options', {
    details: { field: 'passkey' },
  })
  const expectedChallenge = await takeChallenge(tx, response.clientDataJSON, owner, now())
  if (expectedChallenge === null) return mismatch
  const verified = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { ...response }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyOf(origin),
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return mismatch
  await lockOwner(tx, owner)
  if ((await findPasskeys(tx, owner)).length >= policy.maxPasskeys) return hasAllPasskeys()
  const { credential } = verified.registrationInfo
  const added = await tx
    .insert(passkeys)
    .values({
      passkeyId: newId(random),
      ...columnsOf(owner),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.transports ?? [],
      name,
      createTime: now(),
    })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ passkeyId: passkeys.passkeyId })
  return added.length > 0
    ? null
    : new ApiError(errorCodes.dbExists, 'passkey is already registered', { status: 409 })
}

const isOwnPasskey = (owner: PasskeyOwner, passkeyId: string) =>
  and(belongsTo(passkeys, owner), eq(passkeys.passkeyId, passkeyId))

export async function renamePasskeyOf(
  tx: Transaction,
  owner: PasskeyOwner,
  passkeyId: string,
  name: string,
): Promise<boolean> {
  const renamed = await tx
    .update(passkeys)
    .set({ name })
    .where(isOwnPasskey(owner, passkeyId))
    .returning({ passkeyId: passkeys.passkeyId })
  return renamed.length > 0
}

export async function removePasskeyOf(
  tx: Transaction,
  owner: PasskeyOwner,
  passkeyId: string,
): Promise<boolean> {
  const removed = await tx
    .delete(passkeys)
    .where(isOwnPasskey(owner, passkeyId))
    .returning({ passkeyId: passkeys.passkeyId })
  return removed.length > 0
}

export const removePasskeysOf = (tx: Transaction, owner: PasskeyOwner) =>
  tx.delete(passkeys).where(belongsTo(passkeys, owner))

/** Options without credentials: the authenticator offers its own, so nobody learns which accounts have some. */
export async function signInOptions(
  tx: Transaction,
  services: Pick<Services, 'now' | 'random'>,
  origin: string,
): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(origin),
    challenge: await saveChallenge(tx, services, null),
    timeout: policy.passkeyChallengeSeconds * 1_000,
    userVerification: 'required',
  })
  return { ...options }
}

/**
 * Verifies a sign-in and uses up its challenge. Returns the traveller's uin or the employee's id, else null, also for a
 * passkey of the other kind. A signature counter that doesn't increase is refused, because the passkey may be a copy.
 */
export async function usePasskey(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  kind: 'uin' | 'employeeId',
  { id, rawId, type, response }: UsedPasskey,
  origin: string,
): Promise<string | null> {
  const expectedChallenge = await takeChallenge(tx, response.clientDataJSON, null, now())
  if (expectedChallenge === null) return null
  // Locked, so that two sign-ins can't both pass with one counter.
  const [found] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, id), isNotNull(passkeys[kind])))
    .for('update')
  if (!found) return null
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId, type, response: { ...response }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyOf(origin),
    requireUserVerification: true,
    credential: {
      id: found.credentialId,
      publicKey: Uint8Array.from(Buffer.from(found.publicKey, 'base64url')),
      counter: found.counter,
    },
  }).catch(() => null)
  if (!verified?.verified) return null
  await tx
    .update(passkeys)
    .set({ counter: verified.authenticationInfo.newCounter, useTime: now() })
    .where(eq(passkeys.passkeyId, found.passkeyId))
  return found[kind]
}

const hourMs = 3_600_000
const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / hourMs) * hourMs)

/** Counts a started or failed sign-in of a network. Returns how many it has had this hour. */
export async function countPasskeyTry(
  tx: Transaction,
  kind: 'start' | 'failure',
  sender: string,
  now: Date,
): Promise<number> {
  const [counted] = await tx
    .insert(passkeyTries)
    .values({ kind, sender, startTime: hourOf(now), tries: 1 })
    .onConflictDoUpdate({
      target: [passkeyTries.kind, passkeyTries.sender, passkeyTries.startTime],
      set: { tries: sql`${passkeyTries.tries} + 1` },
    })
    .returning({ tries: passkeyTries.tries })
  return counted!.tries
}

export const sweepPasskeyTries = (db: Database, now: Date) =>
  db.delete(passkeyTries).where(lt(passkeyTries.startTime, hourOf(now)))

export const sweepPasskeyChallenges = (db: Database, now: Date) =>
  db.delete(passkeyChallenges).where(lte(passkeyChallenges.createTime, challengeCutoff(now)))
