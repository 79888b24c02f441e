import { createHmac, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { errorCodes } from '@handsfree/core/lib'
import { employeeLimits } from '@handsfree/core/policy'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import { secondsToWait } from '../verification/windows.ts'
import { passwordGuesses } from './crew.table.ts'

/** OWASP's parameters for 32 MB; about 0.2 s. `maxmem` needs some headroom. */
const cost = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } satisfies ScryptOptions
const hashBytes = 32

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    // Equal texts can be typed as different code points.
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/** Returns `N.r.p.salt.hash`, so that the parameters can change later. */
export async function hashPassword(
  { random, requestLimits }: Pick<Services, 'random' | 'requestLimits'>,
  password: string,
): Promise<string> {
  const salt = random.bytes(16)
  const key = await oneAtATime(requestLimits, () => derive(password, salt, cost))
  return toText(salt.toString('base64url'), key.toString('base64url'))
}

const toText = (salt: string, key: string) => [cost.N, cost.r, cost.p, salt, key].join('.')

/** Each takes 32 MB and one of the process's few threads. */
const oneAtATime = <Value>(requestLimits: Services['requestLimits'], task: () => Promise<Value>) =>
  requestLimits.inTurn(['password'], task)

/** Takes as long without a hash, so that the time doesn't tell whether there is one. */
async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [N, r, p, salt = '', key = ''] = (hash ?? toText('', '')).split('.')
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: cost.maxmem }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), options)
  const expected = Buffer.from(key, 'base64url')
  return hash !== null && expected.length === derived.length && timingSafeEqual(derived, expected)
}

type GuessLimits = {
  [Name in keyof typeof employeeLimits.passwordGuesses]: { count: number; seconds: number }
}

/**
 * `phone`: what the guess is for. `sender`: the address, for IPv6 its /48; for PINs the tablet. `limits`: those of
 * passwords by default.
 */
export type Guess = { phone: string; sender: string; limits?: GuessLimits }

const phoneHashOf = ({ keys }: Pick<Services, 'keys'>, { phone }: Guess) =>
  createHmac('sha256', keys.senders).update(`password ${phone}`).digest('hex')

const dayMs = 86_400_000

/** Returns the seconds until a password for this phone from this sender is compared, and the tries until then. */
async function findWait(
  tx: Database,
  phoneHash: string,
  { sender, limits = employeeLimits.passwordGuesses }: Guess,
  now: Date,
) {
  const { perPhoneAndSender, perPhone, perSender } = limits
  const since = new Date(now.getTime() - dayMs)
  const longest = Math.max(perPhone.count, perSender.count)
  const timesOf = async (...conditions: Parameters<typeof and>) => {
    const rows = await tx
      .select({ time: passwordGuesses.createTime })
      .from(passwordGuesses)
      .where(and(eq(passwordGuesses.isCounted, true), gt(passwordGuesses.createTime, since), ...conditions))
      .orderBy(desc(passwordGuesses.createTime))
      .limit(longest)
    return rows.map(({ time }) => time)
  }
  const isPhone = eq(passwordGuesses.phoneHash, phoneHash)
  const isSender = eq(passwordGuesses.sender, sender)
  const own = await timesOf(isPhone, isSender)
  const wait = Math.max(
    secondsToWait(own, [perPhoneAndSender], now),
    secondsToWait(await timesOf(isPhone), [perPhone], now),
    secondsToWait(await timesOf(isSender), [perSender], now),
  )
  const recent = own.filter((time) => now.getTime() - time.getTime() < perPhoneAndSender.seconds * 1_000)
  return { wait, triesLeft: Math.max(0, perPhoneAndSender.count - recent.length) }
}

const wrongPassword = (details: { triesLeft: number; retryAfter?: number }) =>
  new ApiError(errorCodes.passwordError, 'password error', { details })

/**
 * Returns whether a password has a hash. Runs before the transaction, which would otherwise occupy a connection for
 * 0.2 s. Compares nothing after too many guesses.
 */
export async function comparePassword(
  services: Pick<Services, 'db' | 'keys' | 'now' | 'requestLimits'>,
  guess: Guess,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const { db, now, requestLimits } = services
  const { wait } = await findWait(db, phoneHashOf(services, guess), guess, now())
  return wait === 0 && oneAtATime(requestLimits, () => isPassword(password, hash))
}

/**
 * Counts a guess. Returns null if it's right. Otherwise **returns** the refusal, so that the guess is committed. The
 * answer is the same for a phone without an account, without a password, and for a wrong one. Concurrent guesses are
 * serialized; `isRight` runs after their locks and may lock the employee.
 */
export async function checkGuess(
  tx: Transaction,
  services: Pick<Services, 'keys' | 'now'>,
  guess: Guess,
  isRight: () => Promise<boolean>,
): Promise<ApiError | null> {
  const phoneHash = phoneHashOf(services, guess)
  const { sender } = guess
  for (const name of [`password sender ${sender}`, `password phone ${phoneHash}`]) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  }
  const time = services.now()
  const { wait, triesLeft } = await findWait(tx, phoneHash, guess, time)
  if (wait > 0) return wrongPassword({ triesLeft: 0, retryAfter: wait })
  if (await isRight()) {
    const isOwn = and(eq(passwordGuesses.phoneHash, phoneHash), eq(passwordGuesses.sender, sender))
    await tx.update(passwordGuesses).set({ isCounted: false }).where(isOwn)
    return null
  }
  await tx.insert(passwordGuesses).values({ phoneHash, sender, createTime: time })
  return wrongPassword({ triesLeft: triesLeft - 1 })
}

export const sweepPasswordGuesses = (db: Database, now: Date) =>
  db.delete(passwordGuesses).where(lt(passwordGuesses.createTime, new Date(now.getTime() - dayMs)))
