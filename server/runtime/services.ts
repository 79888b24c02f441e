import type { EmployeeRole, Locale, Phone } from '@handsfree/core/contract'
import type { Providers } from '../domain/payments/provider.ts'
import type { Clock } from './clock.ts'
import type { Database, Transaction } from './db/database.ts'
import type { KeyToClaim } from './http/idempotency.ts'
import type { RequestLimits } from './http/request-limits.ts'
import type { Keys } from './keys.ts'
import type { Mail } from './mail/smtp.ts'
import type { Random } from './random.ts'
import type { Settings } from './settings/settings.ts'

/** Hints to a traveller's open pages and an employee's line, which then read again. Never throws, never waits. */
export type Realtime = {
  /** `{ code: 0 }`: the unread count changed. */
  unreadChanged(uin: string): void
  /** `{ code: 1, orderId }`: that order changed. */
  orderChanged(uin: string, orderId: string): void
  /** Closes the connections of an account within 2 s, after sign-out. */
  disconnect(uin: string): void
  /** `{ code: 0 }` to a site worker or courier: their notifications changed. */
  employeeHint(employeeId: string): void
  /** Closes the lines of an employee whose token is dead within 2 s. */
  disconnectEmployee(employeeId: string): void
  /** Rejects while hints cannot be delivered. */
  check(): Promise<void>
}

/** Text messages to phones. Both reject when the message was not sent. */
export type Sms = {
  sendVerificationCode(phone: Phone, code: string, locale: Locale): Promise<void>
  sendText(phone: Phone, text: string): Promise<void>
}

/** Stores photos in a folder, or in S3-compatible storage. Keys are file ids; every content is a WebP image. */
export type FileStore = {
  write(key: string, content: Buffer): Promise<void>
  read(key: string): Promise<Buffer | null>
  /** Does nothing for an unknown key. */
  remove(key: string): Promise<void>
}

/** The traveller of a request's token. `locale` is the language of messages to them. */
export type Traveller = { uin: string; locale: Locale; tokenHash: string }

/** The employee who makes an operator call. `siteId` is where a site worker works. */
export type Employee = { employeeId: string; role: EmployeeRole; siteId: string | null }

/** Who a request is from, by the hash of its token; null for an unknown or dead one. */
export type Callers = {
  findTraveller(tokenHash: string): Promise<Traveller | null>
  /** Locks an account until the transaction ends. Throws 1010 for a deleted one. */
  lockTraveller(tx: Transaction, uin: string): Promise<void>
  /** Finds and locks the traveller and takes their idempotency key, in one statement; false for one that is in use. */
  claimTravellersKey(
    tx: Transaction,
    tokenHash: string,
    claimed: KeyToClaim,
  ): Promise<{ traveller: Traveller; isClaimed: boolean } | null>
  findEmployee(tokenHash: string): Promise<Employee | null>
  /** Whether a traveller's token is valid; does not count as a use. */
  isTokenAlive(tokenHash: string): Promise<boolean>
}

/** What a domain's plugin gets. Holds no state that two instances would have to share. */
export type Services = {
  settings: Settings
  /** Derived from the secret, which no domain gets. */
  keys: Keys
  db: Database
  /** The time; tests move it. */
  now(): Date
  /** Timers of the same time. */
  clock: Clock
  random: Random
  callers: Callers
  realtime: Realtime
  requestLimits: RequestLimits
  sms: Sms
  /** Sends receipts; null without a mail server. */
  mail: Mail | null
  fileStore: FileStore
  /** Payment providers. None is called inside a transaction: one may take many seconds. */
  providers: Providers
  /** Aborted once the server stops: balancers are asked to send their requests elsewhere. */
  stopping: AbortSignal
}
