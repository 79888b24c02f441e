import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { listen } from './stand-ins.ts'

type StripeObject = Record<string, unknown> & { id: string }

/**
 * Stripe's Checkout and refunds. `pay` pays a session, `dispute` opens a dispute, and both send the event. Refunds
 * fail if `refunds` is `fail`, and succeed without a response if it is `lose`.
 */
export async function startStripe({
  secretKey,
  webhookSecret,
}: {
  secretKey: string
  webhookSecret: string
}) {
  const sessions = new Map<string, StripeObject>()
  const refunds = new Map<string, StripeObject>()
  const trouble: { refunds: 'none' | 'fail' | 'lose' } = { refunds: 'none' }
  const listOf = (found: Iterable<StripeObject>, { searchParams }: URL) => {
    const paymentIntent = searchParams.get('payment_intent')
    const data = [...found].filter((one) => !paymentIntent || one.payment_intent === paymentIntent)
    return { object: 'list', data }
  }
  const open = (form: URLSearchParams): StripeObject => {
    const id = `cs_live_${sessions.size + 1}`
    const session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.get('client_reference_id'),
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      payment_intent: `pi_live_${id}`,
      metadata: { sessionId: form.get('payment_intent_data[metadata][sessionId]') },
    }
    sessions.set(id, session)
    return session
  }
  const refund = (form: URLSearchParams, key: string): StripeObject => {
    const metadata = [...form].flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? []
      return field ? [[field, value]] : []
    })
    const hasFailed = trouble.refunds === 'fail'
    const made = refunds.get(key) ?? {
      id: `re_live_${refunds.size + 1}`,
      object: 'refund',
      payment_intent: form.get('payment_intent'),
      amount: Number(form.get('amount')),
      metadata: Object.fromEntries(metadata),
      status: hasFailed ? 'failed' : 'succeeded',
      ...(hasFailed ? { failure_reason: 'lost_or_stolen_card' } : {}),
    }
    refunds.set(key, made)
    return made
  }
  const standIn = await listen(({ method, url = '', headers }, body, response) => {
    const say = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const refuse = (status: number, message: string) =>
      say(status, { error: { type: 'invalid_request_error', message } })
    // An account has keys of two modes.
    if (
      headers.authorization?.replace('_test_', '_live_') !== `Bearer ${secretKey.replace('_test_', '_live_')}`
    )
      return void refuse(401, 'no key')
    const asked = new URL(url, standIn.url)
    const form = new URLSearchParams(body.toString())
    const key = String(headers['idempotency-key'])
    const [, , subject, ...rest] = asked.pathname.split('/')
    const [id, action] = subject === 'checkout' ? rest.slice(1) : rest
    if (subject === 'balance_transactions') {
      const paid = [...sessions.values()].filter((session) => session.payment_status === 'paid')
      const sources = [
        ...paid.map(({ id, amount_total, currency, payment_intent, metadata }) => ({
          id: `ch_${id}`,
          object: 'charge',
          amount: amount_total,
          currency,
          payment_intent,
          metadata,
        })),
        ...[...refunds.values()].map((one) => ({ ...one, currency: 'cny' })),
        { id: 'po_1', object: 'payout', amount: 1, currency: 'cny' },
      ]
      const data = sources.map((source) => ({
        id: `txn_${source.id}`,
        object: 'balance_transaction',
        source,
      }))
      return void say(200, { object: 'list', data, has_more: false })
    }
    if (subject === 'refunds') {
      if (method === 'GET') return void say(200, listOf(refunds.values(), asked))
      const made = refund(form, key)
      return void (trouble.refunds === 'lose' ? response.destroy() : say(200, made))
    }
    if (id === undefined)
      return void say(200, method === 'POST' ? open(form) : listOf(sessions.values(), asked))
    const session = sessions.get(id)
    if (!session) return void refuse(404, 'no such session')
    if (action === 'expire' && session.status !== 'open') return void refuse(400, 'the session is not open')
    if (action === 'expire') session.status = 'expired'
    say(200, session)
  })
  /** Sends an event like Stripe. Returns the response's status. */
  const tell = async (webhook: string, type: string, object: object): Promise<number> => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type, data: { object } }
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await fetch(webhook, { method: 'POST', headers, body: payload })).status
  }
  return {
    ...standIn,
    sessions,
    refunds,
    trouble,
    tell,
    pay(id: string, webhook: string): Promise<number> {
      const paid = { status: 'complete', payment_status: 'paid' }
      return tell(webhook, 'checkout.session.completed', Object.assign(sessions.get(id) ?? {}, paid))
    },
    dispute(payment_intent: string, webhook: string, status = 'needs_response'): Promise<number> {
      const type = status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed'
      const facts = { amount: 9800, currency: 'cny', reason: 'fraudulent', status }
      return tell(webhook, type, { id: `dp_${payment_intent}`, object: 'dispute', payment_intent, ...facts })
    },
  }
}
