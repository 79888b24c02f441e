import type { App, BrokerListener, BrokerOptions } from '@handsfree/core'
import type { CallShape, Money } from '@handsfree/core/contract'
import type { PaymentActor } from '@handsfree/core/payments'
import type { AnyActorRef, InspectionEvent } from 'xstate'
import type { PaymentProvider, RefundAnswer, SessionState } from '../server/domain/payments/provider.ts'
import type { Keys } from '../server/runtime/keys.ts'
import type { Chance } from './chance.ts'
import type { Fault, Faults } from './faults.ts'
import type { Habits } from './habits.ts'
import type { Looks } from './looks.ts'
import type { Owners } from './owners.ts'
import type { PromiseName } from './promises.ts'
import type { Store } from './store.ts'
import type { Story } from './story.ts'
import type { Submissions } from './submissions.ts'
import type { Time } from './time.ts'

export type Options = {
  seed: string
  trips: number
  faults: readonly Fault[]
  /** Whether people do what they should not. */
  isStormy: boolean
  servers: number
  /** A PostgreSQL in place of the database in memory. */
  postgresUrl: string | null
  /** When the world begins, milliseconds since 1970. */
  start: number
  /** The time zone of every site. */
  zone: string
  /** The last step, for a replay. */
  until: number
  /** Travellers who stay at home, for shrinking. */
  without: readonly number[]
  /** What every order meets, and nothing else; null for chance. */
  mishaps: readonly string[] | null
  /** What every traveller is like, and nothing else; null for chance. */
  habits: readonly string[] | null
}

export type Request = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  ip: string
}

/** Status 0: no answer. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export type CallGiven = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token: string
}

/** A refund that the bank was asked for. */
export type BankRefund = {
  refundId: string
  amount: number
  answer: RefundAnswer
  /** Money that was sent comes back: it will, it has, and a server has heard of it. */
  bounce: 'none' | 'coming' | 'back' | 'heard'
}

export type BankPage = {
  reference: string
  amount: Money
  /** Minor units that it took. */
  taken: number
  state: SessionState['outcome']
  /** Whether a server has its address. */
  hasVisitors: boolean
  /** When it was over, milliseconds since 1970. */
  endTime: number | null
  returnPath: string
  cancelPath: string
  expires: number
}

/** Where hints go: the account that a page is signed in as now is another matter. */
export type Ear = BrokerListener & { account(): string | null }

/** A hint that was published for an account, or heard by a page that is signed in as another, or as none. */
export type Hint = { to: string; orderId: string | null; heardBy?: string | null }

/** Where a tab stands, and what runs there. */
export type Screen = {
  name: string
  actor?: AnyActorRef
  /** Of a recipient's page: what it was opened with. */
  link?: string
  stop(): void
}

export type OpenTab = {
  name: string
  isOpen: boolean
  isInSight: boolean
  /** Put away: nothing runs in it. */
  isAsleep: boolean
  /** The page of the bank that it shows in place of the app. */
  atBank: string | null
  app: App
  screen: Screen
}

export type Visitor = {
  name: string
  qrId: string
  /** Of whoever has the device now, and of everybody who ever has it. */
  phoneNumber: string
  phoneNumbers: readonly string[]
  device: {
    items: ReadonlyMap<string, string>
    images: ReadonlyMap<string, unknown>
    tabs: ReadonlySet<OpenTab>
    line: { isOnline: boolean }
  }
}

/** The world as its parts see it. */
export type World = {
  readonly options: Options
  readonly chance: Chance
  readonly time: Time
  readonly story: Story
  readonly faults: Faults
  readonly travellers: readonly Visitor[]
  readonly bank: {
    readonly pages: ReadonlyMap<string, BankPage>
    kept(reference: string): number
    refundsOf(reference: string): readonly BankRefund[]
    /** Whether money was ever taken for a payment. */
    hasPaid(paymentId: string): boolean
    hasSent(refundId: string): boolean
    cameBack(refundId: string): boolean
    use(reference: string, how: 'pays' | 'declined' | 'late' | 'leaves'): void
    provider(): PaymentProvider
  }
  readonly broker: {
    readonly hints: Hint[]
    connect(who: string, options: BrokerOptions, listener: Ear): () => void
    publish(uin: string, hint: { code: number; orderId?: string }): void
    closeDead(uin: string): void
  }
  readonly phones: {
    deliver(number: string, code: string): void
    read(number: string): string | null
    forget(number: string): void
  }
  /** Somebody has moved an order: what is looked at now and then is looked at after this step. */
  isMoved: boolean
  /** Tables that were written to in this step: what is promised of them is looked at after it. */
  readonly written: Set<string>
  /** Travellers whose device something has come to in this step. */
  readonly touched: Set<string>
  /** Travellers with whose device something is wrong that has to last: that alone is looked at again after each step. */
  readonly waiting: Set<string>
  /** Since when something has been wrong, by its promise and its key: see `lasting`. */
  readonly since: Map<string, Map<string, number>>
  readonly people: { watch(orderId: string): void; watchClaims(): void }
  readonly servers: {
    /** How many things run now: the world waits for them before its time goes on. */
    busy: number
    readonly store: Store
    readonly looks: Looks
    readonly keys: Keys
    readonly submissions: Submissions
    readonly owners: Owners
    answer(request: Request): Promise<Answer>
    call(shape: CallShape, given: CallGiven): Promise<{ code: number; result: unknown }>
  }
  /** Writes the states of a tab's machines into the story. */
  watch(who: string, tell: (what: string) => void): (event: InspectionEvent) => void
  /** Something that must never happen, found where it happened. */
  defect(what: string, error: unknown): void
  /** A promise that is broken where something happened, with what was seen. */
  fail(promise: PromiseName, details: string): void
  checkEnvelope(what: string, status: number, body: string): void
}

/** A traveller as the steps of a visit see one. */
export type Guest<Place> = Omit<Visitor, 'device'> & {
  readonly chance: Chance
  readonly habits: Habits
  readonly world: World
  readonly orderIds: ReadonlySet<string>
  found(orderId: string): void
  /** Token of a desk's order that waits to be taken over. */
  readonly link: string | null
  follow(link: string): void
  /** The account is deleted, and its orders with it. */
  left(): void
  pay(tab: Place, actor: PaymentActor): void
}
