import type { Phone } from '@handsfree/core/contract'
import { codeLimits, policy } from '@handsfree/core/policy'
import { and, count, desc, eq, gt, isNotNull, or } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { newId, type Random } from '../../runtime/random.ts'
import { type CodeRequest, isKnownDevice, secondsBefore } from './requests.ts'
import type { Sender } from './sender.ts'
import { verificationGuesses as guesses } from './verification.table.ts'
import { secondsToWait } from './windows.ts'

const day = 86_400

const forPhone = ({ dialCode, phoneNumber }: Phone, since: Date) =>
  and(eq(guesses.dialCode, dialCode), eq(guesses.phoneNumber, phoneNumber), gt(guesses.createTime, since))

/** Each guesser has its own tries. Only known devices and `asker` learn whether their code is wrong or expired. */
export type Guesser = { kind: keyof typeof codeLimits.guesses; key: string; since: Date }

/**
 * Identifies a guesser by its device request, else by address. Addresses have separate tries per requested code.
 * Without a request for the phone, their tries reset after five minutes.
 */
export function guesserOf(
  { sender }: Sender,
  device: CodeRequest | null,
  requests: readonly CodeRequest[],
  now: Date,
): Guesser {
  const recent = secondsBefore(now, policy.codeValidSeconds)
  const dayAgo = secondsBefore(now, day)
  if (device) {
    const kind = isKnownDevice(device) ? 'knownDevice' : 'asker'
    return { kind, key: `device ${device.codeId}`, since: dayAgo }
  }
  const own = requests.find((request) => request.sender === sender && request.createTime > recent)
  return own
    ? { kind: 'asker', key: `address ${sender} ${own.codeId}`, since: dayAgo }
    : { kind: 'stranger', key: `address ${sender}`, since: recent }
}

export async function countTries(tx: Transaction, phone: Phone, { key, since }: Guesser): Promise<number> {
  const [row] = await tx
    .select({ tries: count() })
    .from(guesses)
    .where(and(forPhone(phone, since), eq(guesses.guesser, key)))
  return row?.tries ?? 0
}

/** Returns the seconds until a guess of this kind is compared with a live code; 0 for now. */
export async function secondsUntilGuess(
  tx: Transaction,
  phone: Phone,
  kind: Guesser['kind'],
  now: Date,
): Promise<number> {
  const maxGuesses = codeLimits.guesses[kind]
  const rows = await tx
    .select({ time: guesses.createTime })
    .from(guesses)
    .where(and(forPhone(phone, secondsBefore(now, day)), isNotNull(guesses.codeId)))
    .orderBy(desc(guesses.createTime))
    .limit(maxGuesses)
  return secondsToWait(
    rows.map(({ time }) => time),
    [{ count: maxGuesses, seconds: day }],
    now,
  )
}

export async function hasNoTriesLeft(
  tx: Transaction,
  phone: Phone,
  code: CodeRequest,
  { sender }: Sender,
  device: CodeRequest | null,
  now: Date,
): Promise<boolean> {
  const isOwnGuess = device
    ? or(eq(guesses.sender, sender), eq(guesses.guesser, `device ${device.codeId}`))
    : eq(guesses.sender, sender)
  const rows = await tx
    .select({ tries: count() })
    .from(guesses)
    .where(and(forPhone(phone, secondsBefore(now, day)), eq(guesses.codeId, code.codeId), isOwnGuess))
    .groupBy(guesses.guesser)
  return rows.some(({ tries }) => tries >= policy.codeTries)
}

export async function hasTooManyGuesses(
  tx: Transaction,
  { sender, block }: Sender,
  now: Date,
): Promise<boolean> {
  const isCountedGuess = and(eq(guesses.isCounted, true), gt(guesses.createTime, secondsBefore(now, 3_600)))
  const [ofNetwork] = await tx
    .select({ tries: count() })
    .from(guesses)
    .where(and(eq(guesses.sender, sender), isCountedGuess))
  if ((ofNetwork?.tries ?? 0) >= codeLimits.networkGuesses) return true
  if (!block) return false
  const [ofBlock] = await tx
    .select({ tries: count() })
    .from(guesses)
    .where(and(eq(guesses.block, block), isCountedGuess))
  return (ofBlock?.tries ?? 0) >= codeLimits.blockGuesses
}

/** `code` is the live code that it was compared with. */
export const recordGuess = (
  tx: Transaction,
  random: Random,
  { dialCode, phoneNumber }: Phone,
  guess: { guesser: Guesser; sender: Sender; device: CodeRequest | null; code: CodeRequest | null },
  now: Date,
) =>
  tx.insert(guesses).values({
    guessId: newId(random),
    dialCode,
    phoneNumber,
    codeId: guess.code?.codeId ?? null,
    guesser: guess.guesser.key,
    ...guess.sender,
    isCounted: guess.device === null,
    createTime: now,
  })

/** Stops counting an address's wrong codes for a phone after a successful sign-in there. */
export const forgiveGuesses = (tx: Transaction, phone: Phone, { sender }: Sender, now: Date) =>
  tx
    .update(guesses)
    .set({ isCounted: false })
    .where(
      and(forPhone(phone, secondsBefore(now, day)), eq(guesses.sender, sender), eq(guesses.isCounted, true)),
    )
