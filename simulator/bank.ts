import { errorCodes } from '@handsfree/core/lib'
import type {
  PaymentProvider,
  ProviderUpdate,
  SessionOutcome,
  SessionState,
  WebhookEvent,
} from '../server/domain/payments/provider.ts'
import { ApiError } from '../server/runtime/http/api-error.ts'
import { hour, minute, second } from './time.ts'
import type { BankPage, BankRefund, World } from './world.types.ts'

const pageLifetimeMs = 30 * minute

/** The page's amount, with the sum taken once it is paid. */
const amountOf = ({ amount, taken, state }: BankPage) =>
  state === 'paid' ? { ...amount, amount: taken } : { ...amount }

/** Whether a refund has bounced or will bounce before a server is notified. */
export const isBounceUnreported = ({ bounce }: BankRefund): boolean =>
  bounce === 'coming' || bounce === 'back'

/** Attempts to deliver a webhook. */
const maxAttempts = 6

/** The bank survives all servers. The invariants compare the books with its records. */
export class Bank {
  readonly pages = new Map<string, BankPage>()
  readonly refunds = new Map<string, BankRefund>()
  readonly #world: World
  readonly #chance
  /** A separate stream, so that it doesn't change the draws of `#chance`. */
  readonly #later
  readonly #paid = new Set<string>()
  readonly #refundsOf = new Map<string, BankRefund[]>()
  #events = 0

  constructor(world: World) {
    this.#world = world
    this.#chance = world.chance.fork('bank')
    this.#later = world.chance.fork('bank, later')
  }

  /** Minor units taken on a page minus those refunded. */
  balanceOf(reference: string): number {
    const page = this.pages.get(reference)
    if (page?.state !== 'paid') return 0
    const back = this.refundsOf(reference).filter(({ answer }) => answer.outcome === 'refunded')
    return back.reduce((left, { amount }) => left - amount, page.taken)
  }

  refundsOf(reference: string): readonly BankRefund[] {
    return this.#refundsOf.get(reference) ?? []
  }

  /** Whether a bounced refund still has to be reported, or a payment is pending. */
  get isBusy(): boolean {
    const isPending = [...this.pages.values()].some(({ state }) => state === 'processing')
    return isPending || [...this.refunds.values()].some(isBounceUnreported)
  }

  hasSent(refundId: string): boolean {
    return [...this.refunds.values()].some(
      (refund) => refund.refundId === refundId && refund.answer.outcome === 'refunded',
    )
  }

  hasBounced(refundId: string): boolean {
    return [...this.refunds.values()].some(
      (refund) => refund.refundId === refundId && ['back', 'heard'].includes(refund.bounce),
    )
  }

  hasPaid(paymentId: string): boolean {
    return this.#paid.has(paymentId)
  }

  visitPage(reference: string, outcome: 'pays' | 'declined' | 'late' | 'hoursLate' | 'leaves'): void {
    const page = this.pages.get(reference)
    if (page?.state !== 'open' || outcome === 'leaves') return
    if (outcome === 'hoursLate') {
      this.#end(page, 'processing')
      this.#world.time.after(this.#later.between(1, 20) * hour, 'bank', () => this.#end(page, 'paid'))
      return
    }
    if (outcome === 'late') {
      this.#end(page, 'processing')
      const takes = this.#chance.between(20, 1_200) * second
      this.#world.time.after(takes, 'bank', () => {
        if (page.state === 'processing') this.#end(page, this.#chance.bool(0.8) ? 'paid' : 'failed')
      })
      return
    }
    this.#end(page, outcome === 'pays' ? 'paid' : 'failed')
    if (outcome === 'declined' && this.#world.faults.strikes('paid after failure'))
      this.#world.time.after(this.#later.between(10, 1_800) * second, 'bank', () => this.#end(page, 'paid'))
  }

  provider(): PaymentProvider {
    const { faults, time, story } = this.#world
    const answer = () => {
      if (faults.strikes('bank down')) throw new Error('the bank doesn’t respond')
    }
    const stateOf = (reference: string): SessionState => {
      const page = this.pages.get(reference)
      return page ? { outcome: page.state, amount: amountOf(page) } : { outcome: 'expired', amount: null }
    }
    return {
      name: 'sandbox',
      methods: [],
      pageLifetimeMs,
      openSession: async ({ sessionId, amount, returnUrl, cancelUrl, expiresAt }) => {
        answer()
        if (!this.pages.has(sessionId)) {
          const expires = expiresAt.getTime()
          this.pages.set(sessionId, {
            reference: sessionId,
            amount,
            taken: 0,
            state: 'open',
            hasVisitors: false,
            endTime: null,
            returnPath: returnUrl,
            cancelPath: cancelUrl,
            expires,
          })
          story.log('bank', `opens page ${sessionId} for ${amount.amount}`)
          time.after(expires - time.now, 'bank', () => {
            const page = this.pages.get(sessionId)
            if (page?.state !== 'open') return
            this.#end(page, 'expired')
            if (page.hasVisitors && faults.strikes('paid after expiry'))
              time.after(this.#chance.between(1, 90) * minute, 'bank', () => this.#end(page, 'paid'))
          })
        }
        // If the response is lost, the page's URL stays unknown.
        answer()
        const opened = this.pages.get(sessionId)
        if (opened) opened.hasVisitors = true
        return { reference: sessionId, redirectUrl: `/sandbox/pay/${sessionId}` }
      },
      parseWebhook: (raw, headers) => {
        if (headers['x-bank'] !== 'signed') throw new ApiError(errorCodes.signatureNotMatch, 'not signed')
        return JSON.parse(raw.toString()) as WebhookEvent
      },
      sessionOf: async (reference) => reference,
      methodOf: async () => null,
      sessionState: async (reference) => {
        answer()
        return stateOf(reference)
      },
      endSession: async (reference) => {
        answer()
        const page = this.pages.get(reference)
        if (page?.state === 'open') this.#end(page, 'expired')
        return stateOf(reference)
      },
      refund: async ({ refundId, attempt, reference, amount }) => {
        answer()
        const key = `${refundId}/${attempt}`
        const known = this.refunds.get(key)
        if (known) return known.answer
        const refund: BankRefund = {
          refundId,
          amount: amount.amount,
          answer: { outcome: 'accepted', reason: null },
          bounce: 'none',
        }
        this.refunds.set(key, refund)
        this.#refundsOf.set(reference, [...this.refundsOf(reference), refund])
        story.log('bank', `is asked for refund ${key} of ${amount.amount}`)
        time.after(this.#chance.between(5, 3_600) * second, 'bank', () => {
          const fails = faults.strikes('refund fails')
          refund.answer = fails
            ? { outcome: 'failed', reason: 'the account is closed' }
            : { outcome: 'refunded', reason: null }
          this.#sendWebhook({ kind: 'refund', refundId, attempt, ...refund.answer })
          if (!fails && faults.strikes('refund bounces')) this.#bounce(refund, attempt)
        })
        answer()
        return refund.answer
      },
      refundState: async ({ refundId, attempt }) => {
        answer()
        return this.refunds.get(`${refundId}/${attempt}`)?.answer ?? null
      },
    }
  }

  #end(page: BankPage, outcome: SessionOutcome): void {
    const { faults, time } = this.#world
    page.state = outcome
    page.endTime = outcome === 'processing' ? null : time.now
    if (outcome === 'paid') {
      page.taken = faults.strikes('another amount') ? this.#wrongAmount(page) : page.amount.amount
      this.#paid.add(page.cancelPath.split('/').at(-1) ?? '')
    }
    const amount = amountOf(page)
    const { reference } = page
    this.#sendWebhook({ kind: 'session', sessionId: reference, reference, outcome, amount })
    if (outcome === 'paid' && faults.strikes('dispute')) this.#dispute(page)
  }

  #wrongAmount({ amount: { amount } }: BankPage): number {
    return this.#later.pick([amount + 1, amount - 1, 0, 2 * amount])
  }

  #bounce(refund: BankRefund, attempt: number): void {
    refund.bounce = 'coming'
    this.#world.time.after(this.#later.between(1, 100) * hour, 'bank', () => {
      refund.answer = { outcome: 'failed', reason: 'the money came back' }
      refund.bounce = 'back'
      this.#sendWebhook({ kind: 'refund', refundId: refund.refundId, attempt, ...refund.answer }, () => {
        refund.bounce = 'heard'
      })
    })
  }

  #dispute({ reference, amount }: BankPage): void {
    const disputeId = `dispute-${reference}`
    const dispute = {
      kind: 'dispute',
      disputeId,
      paymentReference: reference,
      amount,
      reason: 'general',
    } as const
    this.#world.time.after(this.#chance.between(1, 48) * 60 * minute, 'bank', () => {
      this.#sendWebhook({ ...dispute, state: 'open' })
      this.#world.time.after(this.#chance.between(1, 24) * 60 * minute, 'bank', () =>
        this.#sendWebhook({ ...dispute, state: this.#chance.bool(0.5) ? 'won' : 'lost' }),
      )
    })
  }

  /** Sends a webhook; faults may delay, duplicate or drop it. With `heard`, it is sent until a server accepts it. */
  #sendWebhook(update: ProviderUpdate, onDelivered?: () => void): void {
    const { faults, story, time } = this.#world
    const eventId = `event-${++this.#events}`
    story.log('bank', `says ${JSON.stringify(update)}`)
    if (!onDelivered && faults.strikes('webhook lost')) {
      story.log('bank', 'and nobody hears it')
      return
    }
    const late = faults.strikes('webhook late') ? this.#chance.between(1, 120) * minute : 0
    const send = (attempt: number) => {
      time.after(late + this.#chance.between(200, 3_000) + attempt * 20 * second, 'webhook', async () => {
        const { status } = await this.#world.servers.answer({
          method: 'POST',
          path: '/api/payments/webhook/sandbox',
          headers: { 'content-type': 'application/json', 'x-bank': 'signed' },
          body: JSON.stringify({ eventId, update }),
          ip: '10.0.0.1',
        })
        if (status === 200) onDelivered?.()
        if (status !== 200 && (onDelivered || attempt < maxAttempts)) send(attempt + 1)
        else if (attempt === 0 && faults.strikes('webhook twice')) send(1)
      })
    }
    send(0)
  }
}
