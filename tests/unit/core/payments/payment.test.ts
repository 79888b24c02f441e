import { fail, ok } from '@handsfree/core'
import type { Payment } from '@handsfree/core/contract'
import {
  type PaymentInput,
  paymentMachine,
  selectCanReopen,
  selectCheckingSince,
  selectFailedMethod,
  selectIsOverdue,
  selectIsUnpayableHere,
  selectIsWithdrawn,
  selectPageMethods,
  selectPaymentMethod,
  selectPaymentProvider,
  statusPollMachine,
} from '@handsfree/core/payments'
import { describe, expect, it } from 'vitest'
import { session } from '../../models/payment.model.ts'
import { payment, refused, sessionStatus } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const open = (from: PaymentInput['from']) =>
  new Journey(
    paymentMachine,
    ({ now, newKey }) => ({ from, now, newKey }),
    (fake) => ({ statusPoll: statusPollMachine.provide({ actors: { fetchStatus: fake as never } }) }),
  )
const forOrder = () => open({ kind: 'order', orderId: 'order-1' })
const forSession = () => open({ kind: 'session', sessionId: 'session-1' })
const forPayment = () => open({ kind: 'payment', paymentId: 'payment-1' })

/** A journey's state, and whether a status request is pending. */
const polled = (journey: ReturnType<typeof open>) => [journey.value, journey.isOpen('fetchStatus')]
const asking = [{ confirming: { checking: 'waiting' } }, true]
const waiting = [{ confirming: { checking: 'waiting' } }, false]
const reopenable = [{ confirming: { checking: 'reopenable' } }, false]
const quiet = [{ confirming: 'stillConfirming' }, false]

describe('choosing how to pay', () => {
  const choices: Payment['choices'] = ['alipay', 'wechat_pay', 'card']

  it('stops for the choice, and opens the first method in one tap', async () => {
    const journey = forOrder()
    await journey.answer('createPayment', ok(payment({ choices })))
    expect([journey.value, selectPaymentMethod(journey.snapshot)]).toEqual([{ known: 'ready' }, 'alipay'])
    journey.send({ type: 'payment.open' })
    expect(journey.inputs('openSession')).toMatchObject([{ method: 'alipay' }])
  })

  it('keeps the choice for a second attempt', async () => {
    const journey = forPayment()
    await journey.answer('loadPayment', ok(payment({ choices })))
    journey.send({ type: 'payment.choose', method: 'card' })
    journey.send({ type: 'payment.open' })
    await journey.answer('openSession', ok(session))
    journey.sendFrom('hints', { type: 'payment.hint' })
    await journey.answer('fetchStatus', ok(sessionStatus('failed', { choices, failure: 'declined' })))
    journey.send({ type: 'payment.retry' })
    expect(journey.inputs('openSession')).toMatchObject([{ method: 'card' }, { method: 'card' }])
  })

  it('selects another method after one whose provider doesn’t answer, until it is chosen again', async () => {
    const journey = forPayment()
    await journey.answer('loadPayment', ok(payment({ choices })))
    journey.send({ type: 'payment.open' })
    await journey.answer('openSession', fail(refused(1005)))
    await journey.answer('loadPayment', ok(payment({ choices })))
    const selected = () => [selectFailedMethod(journey.snapshot), selectPaymentMethod(journey.snapshot)]
    expect(selected()).toEqual(['alipay', 'wechat_pay'])
    journey.send({ type: 'payment.choose', method: 'alipay' })
    expect(selected()).toEqual([null, 'alipay'])
  })

  it('replaces a chosen method that the server no longer offers', async () => {
    const journey = forPayment()
    await journey.answer('loadPayment', ok(payment({ choices })))
    journey.send({ type: 'payment.choose', method: 'wechat_pay' })
    journey.sendFrom('reading', { type: 'reading.done', value: payment({ choices: ['alipay', 'card'] }) })
    expect(selectPaymentMethod(journey.snapshot)).toBe('alipay')
  })

  it('names the provider and the methods of the page that opens next', async () => {
    const shown = ({ snapshot }: ReturnType<typeof open>) => [
      selectPaymentProvider(snapshot),
      selectPageMethods(snapshot),
    ]
    const journey = forPayment()
    await journey.answer('loadPayment', ok(payment({ choices, providers: ['alipay', 'stripe', 'stripe'] })))
    expect(shown(journey)).toEqual(['alipay', []])
    journey.send({ type: 'payment.choose', method: 'card' })
    expect(shown(journey)).toEqual(['stripe', ['card']])
    const single = forPayment()
    const methods: Payment['methods'] = ['card', 'apple_pay']
    await single.answer('loadPayment', ok(payment({ choices: ['card'], providers: ['stripe'], methods })))
    expect(shown(single)).toEqual(['stripe', methods])
    const older = forPayment()
    await older.answer('loadPayment', ok(payment()))
    expect(shown(older)).toEqual([null, []])
  })

  it('opens nothing where no method works', async () => {
    const journey = forPayment()
    await journey.answer('loadPayment', ok(payment({ choices: [] })))
    journey.send({ type: 'payment.open' })
    expect([journey.value, selectIsUnpayableHere(journey.snapshot)]).toEqual([{ known: 'ready' }, true])
  })
})

describe('paying an order', () => {
  it('creates the payment, opens a session under another key, then the provider’s page', async () => {
    const journey = forOrder()
    expect(journey.inputs('createPayment')).toEqual([{ orderId: 'order-1', idempotencyKey: 'key-1' }])
    await journey.answer('createPayment', ok(payment()))
    expect(journey.inputs('openSession')).toEqual([
      { paymentId: 'payment-1', method: null, idempotencyKey: 'key-2' },
    ])
    await journey.answer('openSession', ok(session))
    expect(journey.value).toBe('atProvider')
    expect(journey.effects).toEqual([{ name: 'openProviderPage', params: { url: 'https://bank.test/1' } }])
  })

  it('shows a paid payment for 1.5 s, then reports it once and ends', async () => {
    const journey = forOrder()
    await journey.answer('createPayment', ok(payment({ state: 'paid' })))
    journey.pass(1_499)
    expect([journey.value, journey.emitted]).toEqual(['paid', []])
    journey.pass(1)
    expect(journey.value).toBe('settled')
    expect(journey.emitted).toEqual([{ type: 'payment.paid', orderId: 'order-1' }])
    expect(journey.snapshot.output).toEqual({ orderId: 'order-1' })
  })

  it('refuses payment of a withdrawn surcharge from the payment and the session page', async () => {
    const taken = { source: 'supplementary', withdrawn: true } as const
    const read = forPayment()
    await read.answer('loadPayment', ok(payment(taken)))
    read.send({ type: 'payment.open' })
    expect([read.value, selectIsWithdrawn(read.snapshot)]).toEqual([{ known: 'ready' }, true])

    const back = forSession()
    await back.answer('fetchStatus', ok(sessionStatus('open', taken)))
    expect([selectCanReopen(back.snapshot), selectIsWithdrawn(back.snapshot)]).toEqual([false, false])
    back.pass(1_000)
    await back.answer('fetchStatus', ok(sessionStatus('failed', taken)))
    back.send({ type: 'payment.retry' })
    expect([back.value, selectIsWithdrawn(back.snapshot)]).toEqual([{ known: 'failed' }, true])
  })

  it('checks on return from the provider, and lets the page be reopened after 10 s', async () => {
    const journey = forOrder()
    await journey.answer('createPayment', ok(payment()))
    await journey.answer('openSession', ok(session))
    journey.sendFrom('hints', { type: 'payment.hint' })
    expect(journey.inputs('fetchStatus')).toEqual([{ sessionId: 'session-1' }])
    // The server asks the provider only from now on, so its first responses may be outdated.
    for (const seconds of [1, 1]) {
      await journey.answer('fetchStatus', ok(sessionStatus('open')))
      expect([polled(journey), selectCanReopen(journey.snapshot)]).toEqual([waiting, false])
      journey.pass(seconds * 1_000)
    }
    await journey.answer('fetchStatus', ok(sessionStatus('open')))
    expect([polled(journey), selectCanReopen(journey.snapshot)]).toEqual([waiting, false])
    // Ten seconds after the start.
    journey.pass(7_999)
    await journey.answer('fetchStatus', ok(sessionStatus('open')))
    expect([polled(journey), selectCanReopen(journey.snapshot)]).toEqual([waiting, false])
    journey.pass(1)
    expect([polled(journey), selectCanReopen(journey.snapshot)]).toEqual([reopenable, true])
    journey.send({ type: 'payment.open' })
    expect(journey.inputs('openSession').at(-1)).toEqual({
      paymentId: 'payment-1',
      method: null,
      idempotencyKey: 'key-3',
    })
  })
})

const checking = { sessionId: 'session-9', since: '2026-11-23T01:58:00Z' }

describe('a payment that the provider is processing', () => {
  it('counts from when the provider began, even after a reload and another check', async () => {
    const journey = forSession()
    const began = journey.snapshot.context.now()
    expect(selectCheckingSince(journey.snapshot)).toBe(began)
    const status = ok(sessionStatus('processing', { checking: { ...checking, sessionId: 'session-1' } }))
    await journey.answer('fetchStatus', status)
    expect(selectCheckingSince(journey.snapshot)).toBe(Date.parse(checking.since))
    journey.pass(120_000)
    journey.send({ type: 'payment.checkAgain' })
    expect(selectCheckingSince(journey.snapshot)).toBe(Date.parse(checking.since))
  })

  it('allows another payment only once the session is over, even while still confirming', async () => {
    const journey = forSession()
    const working = ok(sessionStatus('processing', { checking: { ...checking, sessionId: 'session-1' } }))
    await journey.answer('fetchStatus', working)
    expect([selectCanReopen(journey.snapshot), selectIsOverdue(journey.snapshot)]).toEqual([false, false])
    journey.pass(120_000)
    journey.sendFrom('hints', { type: 'payment.hint' })
    await journey.answer('fetchStatus', working)
    expect([polled(journey), selectCanReopen(journey.snapshot)]).toEqual([quiet, false])
    journey.sendFrom('hints', { type: 'payment.hint' })
    await journey.answer('fetchStatus', ok(sessionStatus('processing')))
    expect([polled(journey), selectIsOverdue(journey.snapshot)]).toEqual([quiet, true])
    journey.send({ type: 'payment.open' })
    expect(journey.value).toBe('opening')
  })
})

describe('checking a session', () => {
  it('polls immediately, then after 1, 1, 2, 3, 5, 5 … s, and is still confirming after 120 s', async () => {
    const journey = forSession()
    const asked: number[] = []
    while (!journey.snapshot.matches({ confirming: 'stillConfirming' })) {
      if (journey.isOpen('fetchStatus')) {
        asked.push(journey.elapsed / 1_000)
        await journey.answer('fetchStatus', ok(sessionStatus('processing')))
      }
      journey.pass(1_000)
    }
    expect(asked).toEqual([
      0, 1, 2, 4, 7, 12, 17, 22, 27, 32, 37, 42, 47, 52, 57, 62, 67, 72, 77, 82, 87, 92, 97, 102, 107, 112,
      117,
    ])
    expect(journey.elapsed).toBe(120_000)
    journey.send({ type: 'payment.checkAgain' })
    expect([polled(journey), journey.snapshot.context.pollCount]).toEqual([asking, 0])
  })

  it('stops waiting for an answer after 120 s', () => {
    const journey = forSession()
    journey.pass(119_999)
    expect(polled(journey)).toEqual([{ confirming: { checking: 'reopenable' } }, true])
    journey.pass(1)
    expect(polled(journey)).toEqual(quiet)
  })

  it('drops a background answer requested before the latest hint', async () => {
    const journey = forSession()
    journey.pass(120_000)
    journey.sendFrom('hints', { type: 'payment.hint' })
    const older = journey.openCall('fetchStatus')
    journey.sendFrom('hints', { type: 'payment.hint' })
    older.answer(ok(sessionStatus('processing')))
    await journey.answer('fetchStatus', ok(sessionStatus('failed', { state: 'fail', failure: 'declined' })))
    expect(journey.value).toEqual({ known: 'failed' })
  })
})
