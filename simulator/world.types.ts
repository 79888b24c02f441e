import type { App, BrokerListener, BrokerOptions } from '@handsfree/core'
import type { CallShape, Money } from '@handsfree/core/contract'
import type { PaymentActor } from '@handsfree/core/payments'
import type { AnyActorRef, InspectionEvent } from 'xstate'
import type { PaymentProvider, RefundAnswer, SessionState } from '../server/domain/payments/provider.ts'
import type { Keys } from '../server/runtime/keys.ts'
import type { Chance } from './chance.ts'
import type { CrewActs } from './crew-acts.ts'
import type { Fault, Faults } from './faults.ts'
import type { Habits } from './habits.ts'
import type { Owners } from './owners.ts'
import type { PromiseName } from './promises.ts'
import type { QueryCache } from './query-cache.ts'
import type { Store } from './store.ts'
import type { Story } from './story.ts'
import type { Submissions } from './submissions.ts'
import type { Time } from './time.ts'

export type Options = {
  seed: string
  trips: number
  faults: readonly Fault[]
  isStormy: boolean
  servers: number
  /** URL of a PostgreSQL to use instead of the in-memory database. */
  postgresUrl: string | null
  /** Start time, milliseconds since 1970. */
  start: number
  zone: string
  until: number
  /** Couriers and desks have no network most of the time. */
  isCrewOffline: boolean
  /** Numbers of travellers to leave out, for shrinking. */
  without: readonly number[]
  /** The only mishaps, for every order; null for random ones. */
  mishaps: readonly string[] | null
  /** The only habits, for every traveller; null for random ones. */
  habits: readonly string[] | null
}

export type Request = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  ip: string
}

/** Status 0 means no response. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export type CallArguments = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token: string
}

export type BankRefund = {
  refundId: string
  amount: number
  answer: RefundAnswer
  /** A bounce that will happen, has happened, or has been reported to a server. */
  bounce: 'none' | 'coming' | 'back' | 'heard'
}

export type BankPage = {
  reference: string
  amount: Money
  /** Minor units taken. */
  taken: number
  state: SessionState['outcome']
  hasVisitors: boolean
  /** End time, milliseconds since 1970. */
  endTime: number | null
  returnPath: string
  cancelPath: string
  expires: number
}

/** Target of hints. `account` is the page's current account, which may differ from the subscription's. */
export type AccountListener = BrokerListener & { account(): string | null }

/** A published hint, or one received by a page that isn't signed in to that account. */
export type Hint = { to: string; orderId: string | null; receivedBy?: string | null }

export type Screen = {
  name: string
  actor?: AnyActorRef
  /** Token of a receiver link, on the receiver's page. */
  link?: string
  stop(): void
}

export type OpenTab = {
  name: string
  isOpen: boolean
  isInSight: boolean
  isAsleep: boolean
  /** URL of the bank's page, while it is shown instead of the app. */
  atBank: string | null
  app: App
  screen: Screen
}

export type Visitor = {
  name: string
  qrId: string
  /** Of the current user, and of all users of the device. */
  phoneNumber: string
  phoneNumbers: readonly string[]
  device: {
    items: ReadonlyMap<string, string>
    images: ReadonlyMap<string, unknown>
    tabs: ReadonlySet<OpenTab>
    line: { isOnline: boolean }
  }
}

export type World = {
  readonly options: Options
  readonly chance: Chance
  readonly time: Time
  readonly story: Story
  readonly faults: Faults
  readonly travellers: readonly Visitor[]
  readonly bank: {
    readonly pages: ReadonlyMap<string, BankPage>
    balanceOf(reference: string): number
    refundsOf(reference: string): readonly BankRefund[]
    hasPaid(paymentId: string): boolean
    hasSent(refundId: string): boolean
    hasBounced(refundId: string): boolean
    visitPage(reference: string, how: 'pays' | 'declined' | 'late' | 'hoursLate' | 'leaves'): void
    provider(): PaymentProvider
  }
  readonly broker: {
    readonly hints: Hint[]
    connect(who: string, options: BrokerOptions, listener: AccountListener): () => void
    publish(uin: string, hint: { code: number; orderId?: string }): void
    closeDead(uin: string): void
  }
  readonly phones: {
    deliver(number: string, code: string): void
    read(number: string): string | null
    forget(number: string): void
  }
  /** An order has moved, so the `often` invariants are checked after this step. */
  isMoved: boolean
  readonly writtenTables: Set<string>
  readonly touchedDevices: Set<string>
  /** Travellers with a lasting problem, which is checked after each step. */
  readonly waiting: Set<string>
  /** Start times of problems by invariant and key; see `lasting`. */
  readonly violationStarts: Map<string, Map<string, number>>
  readonly people: { watch(orderId: string): void; watchClaims(): void }
  /** Couriers and desks. */
  readonly crewIds: readonly string[]
  readonly servers: {
    /** Number of running operations; time only advances at 0. */
    busy: number
    readonly store: Store
    readonly queryCache: QueryCache
    readonly keys: Keys
    readonly submissions: Submissions
    readonly owners: Owners
    readonly crewActs: CrewActs
    answer(request: Request): Promise<Answer>
    call(shape: CallShape, given: CallArguments): Promise<{ code: number; result: unknown }>
  }
  watch(who: string, tell: (what: string) => void): (event: InspectionEvent) => void
  defect(what: string, error: unknown): void
  fail(promise: PromiseName, details: string): void
  checkEnvelope(what: string, status: number, body: string): void
}

export type Guest<Place> = Omit<Visitor, 'device'> & {
  readonly chance: Chance
  readonly habits: Habits
  readonly world: World
  readonly orderIds: ReadonlySet<string>
  addOrder(orderId: string): void
  /** Token of a prepared order to take over. */
  readonly link: string | null
  setLink(link: string): void
  onAccountDeleted(): void
  pay(tab: Place, actor: PaymentActor): void
}
