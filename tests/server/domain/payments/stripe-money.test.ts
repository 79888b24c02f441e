import { operatorGetOrder, operatorListDisputes } from '@handsfree/core/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStripeProvider } from '../../../../server/domain/payments/stripe.ts'
import { startStripe } from '../../../nightly/running/stripe-stand-in.ts'
import { operatorToken } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const keys = { secretKey: 'sk_test_nobody', webhookSecret: 'whsec_of_the_tests' }
const lines: string[] = []
const server = useServer({}, { listens: true, logger: { write: (line: string) => lines.push(line) } })
const ada = useNewTraveller(server)
const stripe = {} as Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  Object.assign(stripe, await startStripe(keys))
  const { hostname: host, port } = new URL(stripe.url)
  const current = createStripeProvider(keys, { host, port, protocol: 'http' })
  server.services.providers = { current, byName: (name) => (name === 'stripe' ? current : null) }
})
afterAll(() => stripe.stop?.())
beforeEach(() => {
  lines.length = 0
  stripe.trouble.refunds = 'none'
})

const webhook = () => `http://127.0.0.1:${server.port}/api/payments/webhook/stripe`
const open = async (orderId: string) => (await ada.openSession(orderId)).redirectUrl.split('/').at(-1) ?? ''
const paid = async () => {
  const { orderId, orderNumber } = await ada.order()
  const id = await open(orderId)
  expect(await stripe.pay(id, webhook())).toBe(200)
  return { orderId, orderNumber, id }
}
const read = async (orderId: string) =>
  (await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })).result
const errorLines = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'error')
    .map(({ msg }) => msg)

test('logs an open and a lost dispute as errors, but not a won one', async () => {
  for (const end of ['lost', 'won'] as const) {
    lines.length = 0
    const { orderId, orderNumber, id } = await paid()
    const disputeId = `dp_pi_live_${id}`
    expect(await stripe.dispute(`pi_live_${id}`, webhook())).toBe(200)
    const listed = async () => (await server.call(operatorListDisputes, { token: operatorToken })).result.list
    expect(await listed()).toMatchObject([{ disputeId, orderNumber, reason: 'fraudulent' }])
    expect(await stripe.dispute(`pi_live_${id}`, webhook(), end)).toBe(200)
    expect(await listed()).toEqual([])
    expect((await read(orderId)).disputes).toMatchObject([{ disputeId, state: end }])
    const began = `dispute ${disputeId} of order ${orderId} is open`
    expect(errorLines()).toEqual(
      end === 'lost' ? [began, `dispute ${disputeId} of order ${orderId} is lost`] : [began],
    )
  }
})

test('logs a dispute of an unknown payment without storing it', async () => {
  expect(await stripe.dispute('pi_of_nobody', webhook())).toBe(200)
  // Only Stripe has the session, such as after restoring an older backup.
  stripe.sessions.set('cs_lost', { id: 'cs_lost', payment_intent: 'pi_of_before' })
  expect(await stripe.dispute('pi_of_before', webhook())).toBe(200)
  expect(errorLines()).toEqual([
    'dispute dp_pi_of_nobody refers to pi_of_nobody, which isn’t a payment of this system',
    'dispute dp_pi_of_before refers to pi_of_before, which isn’t a payment of this system',
  ])
  expect((await server.call(operatorListDisputes, { token: operatorToken })).result.list).toEqual([])
})

test('acknowledges a session of another product on the account, and logs it', async () => {
  const { orderId } = await ada.order()
  const id = await open(orderId)
  const other = { ...stripe.sessions.get(id), id: 'cs_of_another_product' }
  for (const client_reference_id of ['cart-17', null]) {
    const foreign = { ...other, client_reference_id, status: 'complete', payment_status: 'paid' }
    expect(await stripe.tell(webhook(), 'checkout.session.completed', foreign)).toBe(200)
  }
  const warned = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
  expect(warned).toMatchObject([{ provider: 'stripe', reference: 'cs_of_another_product' }])
  expect([(await read(orderId)).status, errorLines()]).toEqual(['pending_payment', []])
  // Refuses an unknown reference, so that Stripe resends its event.
  const early = {
    ...stripe.sessions.get(id),
    id: 'cs_not_stored_yet',
    status: 'complete',
    payment_status: 'paid',
  }
  expect(await stripe.tell(webhook(), 'checkout.session.completed', early)).toBe(404)
})
