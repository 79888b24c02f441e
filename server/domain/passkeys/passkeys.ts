import type { CreatedPasskey, Passkey, PasskeyOptions, UsedPasskey } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, desc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { newId, newToken } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { lockTraveller } from '../users/lock-traveller.ts'
import { users } from '../users/users.table.ts'
import { passkeyChallenges, passkeys } from './passkeys.table.ts'

const challengeCutoff = (now: Date) => new Date(now.getTime() - policy.passkeyChallengeSeconds * 1_000)

/** The site that passkeys belong to. Throws 1008 for a host that isn't one, which only the demo reads. */
function relyingPartyOf(origin: string): string {
  if (!URL.canParse(origin)) throw new ApiError(errorCodes.paramError, 'param error')
  return new URL(origin).hostname
}

async function saveChallenge(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  uin: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newToken(random)
  await tx.insert(passkeyChallenges).values({ challenge, uin, createTime: now() })
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

/** Uses up a valid challenge. Returns null for an unknown, used or expired one, and for another account's. */
async function takeChallenge(
  tx: Transaction,
  clientData: string,
  uin: string | null,
  now: Date,
): Promise<string | null> {
  const challenge = challengeOf(clientData)
  if (challenge === null) return null
  const isOwn = uin === null ? isNull(passkeyChallenges.uin) : eq(passkeyChallenges.uin, uin)
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

export async function findPasskeys(tx: Database, uin: string): Promise<Passkey[]> {
  const rows = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.uin, uin))
    .orderBy(desc(passkeys.createTime), desc(passkeys.passkeyId))
  return rows.map(({ passkeyId, name, createTime, useTime }) => ({
    passkeyId,
    name,
    createTime: createTime.toISOString(),
    useTime: useTime?.toISOString() ?? null,
  }))
}

export async function registrationOptions(
  tx: Transaction,
  services: Pick<Services, 'now' | 'random'>,
  uin: string,
  origin: string,
): Promise<PasskeyOptions> {
  const [user] = await tx.select().from(users).where(eq(users.uin, uin))
  const own = await tx
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.uin, uin))
  if (own.length >= policy.maxPasskeys) throw hasAllPasskeys()
  const options = await generateRegistrationOptions({
    rpName: 'Handsfree',
    rpID: relyingPartyOf(origin),
    userName: `+${user!.dialCode} ${user!.phoneNumber}`,
    userDisplayName: user!.name,
    // The authenticator stores it. A phone number could change hands.
    userID: new TextEncoder().encode(uin),
    challenge: await saveChallenge(tx, services, uin),
    timeout: policy.passkeyChallengeSeconds * 1_000,
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** Adds a passkey to the account. Returns the refusal, so that the used challenge is committed. */
export async function addPasskeyOf(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  { uin, origin, name }: { uin: string; origin: string; name: string },
  { id, rawId, type, response }: CreatedPasskey,
): Promise<ApiError | null> {
  const mismatch = new ApiError(errorCodes.paramError, 'passkey doesn’t match the options', {
    details: { field: 'passkey' },
  })
  const expectedChallenge = await takeChallenge(tx, response.clientDataJSON, uin, now())
  if (expectedChallenge === null) return mismatch
  const verified = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { ...response }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyOf(origin),
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return mismatch
  await lockTraveller(tx, uin)
  if ((await findPasskeys(tx, uin)).length >= policy.maxPasskeys) return hasAllPasskeys()
  const { credential } = verified.registrationInfo
  const added = await tx
    .insert(passkeys)
    .values({
      passkeyId: newId(random),
      uin,
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

const isOwnPasskey = (uin: string, passkeyId: string) =>
  and(eq(passkeys.uin, uin), eq(passkeys.passkeyId, passkeyId))

export async function renamePasskeyOf(
  tx: Transaction,
  uin: string,
  passkeyId: string,
  name: string,
): Promise<boolean> {
  const renamed = await tx
    .update(passkeys)
    .set({ name })
    .where(isOwnPasskey(uin, passkeyId))
    .returning({ passkeyId: passkeys.passkeyId })
  return renamed.length > 0
}

export async function removePasskeyOf(tx: Transaction, uin: string, passkeyId: string): Promise<boolean> {
  const removed = await tx
    .delete(passkeys)
    .where(isOwnPasskey(uin, passkeyId))
    .returning({ passkeyId: passkeys.passkeyId })
  return removed.length > 0
}

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
 * Verifies a sign-in and uses up its challenge. Returns the account's uin, else null. A signature counter that doesn't
 * increase is refused, because the passkey may be a copy.
 */
export async function usePasskey(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { id, rawId, type, response }: UsedPasskey,
  origin: string,
): Promise<string | null> {
  const expectedChallenge = await takeChallenge(tx, response.clientDataJSON, null, now())
  if (expectedChallenge === null) return null
  // Locked, so that two sign-ins can't both pass with one counter.
  const [found] = await tx.select().from(passkeys).where(eq(passkeys.credentialId, id)).for('update')
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
  return found.uin
}

export const sweepPasskeyChallenges = (db: Database, now: Date) =>
  db.delete(passkeyChallenges).where(lte(passkeyChallenges.createTime, challengeCutoff(now)))
