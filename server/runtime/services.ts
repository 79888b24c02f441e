import type { EmployeeRole, Locale, Phone, PushSubscriptionKeys } from '@handsfree/core/contract'
import type { Providers } from '../domain/payments/provider.ts'
import type { Clock } from './clock.ts'
import type { Database, Transaction } from './db/database.ts'
import type { KeyReservation } from './http/idempotency.ts'
import type { RequestLimits } from './http/request-limits.ts'
import type { Keys } from './keys.ts'
import type { Mail } from './mail/smtp.ts'
import type { Random } from './random.ts'
import type { Settings } from './settings/settings.ts'
import type { DeliveryReport, ReportRequest } from './sms/gateway.ts'
import type { TextMessage } from './sms/text-kinds.ts'

/** Hints make open pages refetch. The methods without a promise neither throw nor wait. */
export type Realtime = {
  /** Sends `{ code: 0 }`: refetch the unread count. */
  unreadChanged(uin: string): void
  /** Sends `{ code: 1, orderId }`: refetch the order. */
  orderChanged(uin: string, orderId: string): void
  /** Closes an account's connections with revoked tokens within 2 s. */
  disconnect(uin: string): void
  /** Sends `{ code: 0 }` to an employee: refetch the notifications. */
  employeeHint(employeeId: string): void
  /** Sends `{ code: 1, orderId }` to every operator: refetch the order, and lists. */
  operatorsHint(orderId: string): void
  /** Closes an employee's connections with revoked tokens within 2 s. */
  disconnectEmployee(employeeId: string): void
  /** Rejects while hints can't be delivered. */
  check(): Promise<void>
}

/**
 * The sending methods return the gateway's id of the message, or null if it has none. They reject if the message wasn't
 * sent.
 */
export type Sms = {
  /** `brand` is the company's name. */
  sendVerificationCode(
    phone: Phone,
    code: string,
    words: { locale: Locale; brand: string },
  ): Promise<string | null>
  sendText(phone: Phone, message: TextMessage): Promise<string | null>
  /** Reads delivery reports, and the answer to them; null without a gateway. `read` throws 1001 for a forged report. */
  reports: { read(request: ReportRequest): DeliveryReport[]; answer: Record<string, unknown> } | null
}

/** `failed` may be retried, `refused` not, and `gone` ends the subscription. */
export type PushOutcome =
  | { type: 'sent' }
  | { type: 'gone' }
  | { type: 'refused'; reason: string }
  | { type: 'failed'; reason: string; retryAfterMs: number | null }

export type Push = {
  /** VAPID public key as base64url. Devices subscribe with it. */
  publicKey: string
  /** Whether a subscription is at a known push service and has valid keys. */
  isUsable(subscription: PushSubscriptionKeys): boolean
  /** Messages with one topic replace each other until the device is online. Rejects without an answer. */
  send(
    subscription: PushSubscriptionKeys,
    message: { payload: string; topic: string; ttlSeconds: number; urgency: 'high' | 'normal' | 'low' },
  ): Promise<PushOutcome>
}

/** Photo storage on disk or S3. Keys are file ids or content hashes; all contents are WebP. */
export type FileStore = {
  write(key: string, content: Buffer): Promise<void>
  read(key: string): Promise<Buffer | null>
  /** A no-op for an unknown key. */
  remove(key: string): Promise<void>
}

/** `locale` is the language of messages. */
export type Traveller = { uin: string; locale: Locale; tokenHash: string }

/**
 * `siteId` is a site worker's site. `isSession`: they signed in, instead of using a token made for scripts.
 * `tabletHash`: the shared tablet that they unlocked by PIN.
 */
export type Employee = {
  employeeId: string
  role: EmployeeRole
  siteId: string | null
  isSession: boolean
  tabletHash: string | null
}

/** Authentication by token hash. Null for an unknown or expired token. */
export type Callers = {
  findTraveller(tokenHash: string): Promise<Traveller | null>
  /** Locks an account until the transaction ends. Throws 1010 for a deleted one. */
  lockTraveller(tx: Transaction, uin: string): Promise<void>
  /**
   * Authenticates, locks the traveller and reserves the idempotency key in one statement. `isReserved` is false if the
   * key is in use.
   */
  reserveTravellerKey(
    tx: Transaction,
    tokenHash: string,
    claimed: KeyReservation,
  ): Promise<{ traveller: Traveller; isReserved: boolean } | null>
  findEmployee(tokenHash: string): Promise<Employee | null>
  /** Ids of operators who aren't disabled. */
  listOperatorIds(): Promise<string[]>
  /** Checking a token doesn't count as a use. */
  isTokenAlive(tokenHash: string): Promise<boolean>
}

/** Services must not hold state that instances would have to share. */
export type Services = {
  settings: Settings
  /** Derived from the secret, which domains can't access. */
  keys: Keys
  db: Database
  /** Simulated in tests. */
  now(): Date
  /** Timers consistent with `now`. */
  clock: Clock
  random: Random
  callers: Callers
  realtime: Realtime
  requestLimits: RequestLimits
  sms: Sms
  /** Null without a mail server. */
  mail: Mail | null
  /** Null without keys. */
  push: Push | null
  fileStore: FileStore
  /** Never call providers inside a transaction: they can take seconds. */
  providers: Providers
  /** Aborted when the server starts to stop. */
  stopping: AbortSignal
}
