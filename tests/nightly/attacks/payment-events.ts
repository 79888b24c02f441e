import { cancelOrder, getPayment, type Order, openPaymentSession } from '@handsfree/core/contract'
import { signatureHeader, signWebhook } from '../../../server/domain/payments/sandbox/sandbox-signature.ts'
import type { Keys } from '../../../server/runtime/keys.ts'
import { must, newTraveller, placeOrder, readOrder, type Traveller } from '../../e2e/backend.ts'
import { type Answer, newKey, post } from './calls.ts'

export type Outcome = 'processing' | 'paid' | 'failed' | 'expired'
export type Step = Outcome | 'cancel'

/** An order with an open payment session, for forged events. */
export type Subject = {
  keys: Keys
  traveller: Traveller
  orderId: string
  paymentId: string
  sessionId: string
  amount: number
  currency: string
}

export const openSession = async ({ api }: Traveller, paymentId: string) =>
  must(await api.call(openPaymentSession, { params: { paymentId }, body: {}, idempotencyKey: newKey() }))
    .sessionId

export async function newSubject(traveller: Traveller, keys: Keys): Promise<Subject> {
  const { orderId, paymentId, total } = await placeOrder(traveller)
  const sessionId = await openSession(traveller, paymentId ?? '')
  return { keys, traveller, orderId, paymentId: paymentId ?? '', sessionId, ...total }
}

export const send = ({ traveller }: Subject, body: string, signature: string): Promise<Answer> =>
  post(traveller.api.url('/payments/webhook/sandbox'), body, { headers: { [signatureHeader]: signature } })

export const bodyOf = (
  { sessionId, amount, currency }: Subject,
  outcome: Outcome,
  changes: object = {},
): string =>
  JSON.stringify({ eventId: newKey(), type: `session.${outcome}`, sessionId, amount, currency, ...changes })

export const sendSigned = (subject: Subject, body: string): Promise<Answer> =>
  send(subject, body, signWebhook(subject.keys, new Date(), body))

/** Sends an event twice at the same time, and another with the same content. */
const sendThrice = async (subject: Subject, outcome: Outcome) => {
  const body = bodyOf(subject, outcome)
  await Promise.all([sendSigned(subject, body), sendSigned(subject, body)])
  await sendSigned(subject, bodyOf(subject, outcome))
}

export const poll = ({ traveller, orderId, paymentId }: Subject) =>
  Promise.all([readOrder(traveller, orderId), traveller.api.call(getPayment, { params: { paymentId } })])

export const take = async (subject: Subject, step: Step): Promise<void> => {
  const { traveller, orderId } = subject
  if (step === 'cancel')
    await traveller.api.call(cancelOrder, { params: { orderId }, idempotencyKey: newKey() })
  else await sendThrice(subject, step)
}

export function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length === 0) return [[]]
  return values.flatMap((value, index) =>
    permutations(values.filter((_, other) => other !== index)).map((rest) => [value, ...rest]),
  )
}

const sum = (parts: { amount: { amount: number } }[]) =>
  parts.reduce((all, { amount }) => all + amount.amount, 0)

/** An order's final state: captures and refunds as multiples of its total, and whether it is paid or cancelled. */
export const endOf = ({ payments, refunds, total, lifecycle }: Order) => ({
  taken: sum(payments) / total.amount,
  back: sum(refunds) / total.amount,
  closing: lifecycle.closing,
  payment: lifecycle.payment,
})
export const nameOf = ({ taken, back, closing, payment }: ReturnType<typeof endOf>) =>
  `${closing} ${payment}, ${taken} taken, ${back} back`

/** Runs each sequence of events on its own order, with eight orders per traveller. */
export async function runAll(
  baseUrl: string,
  keys: Keys,
  orders: readonly (readonly Step[])[],
  play: (subject: Subject, steps: readonly Step[]) => Promise<void>,
) {
  const ends = []
  for (let from = 0; from < orders.length; from += 8) {
    const traveller = await newTraveller(baseUrl)
    for (const steps of orders.slice(from, from + 8)) {
      const subject = await newSubject(traveller, keys)
      await play(subject, steps)
      ends.push(endOf(await readOrder(traveller, subject.orderId)))
    }
  }
  return ends
}

export const inTurn = async (subject: Subject, steps: readonly Step[]) => {
  for (const step of steps) await Promise.all([take(subject, step), poll(subject)])
}
export const atOnce = async (subject: Subject, steps: readonly Step[]) => {
  await Promise.all([...steps.map((step) => take(subject, step)), poll(subject)])
}
