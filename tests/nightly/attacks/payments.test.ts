import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signWebhook } from '../../../server/domain/payments/sandbox/sandbox-signature.ts'
import { deriveKeys, type Keys } from '../../../server/runtime/keys.ts'
import { newTraveller, readOrder } from '../../e2e/backend.ts'
import { AttackedServer, engines, reportFigure } from './attacked-server.ts'
import { tally } from './calls.ts'
import {
  atOnce,
  bodyOf,
  endOf,
  inTurn,
  nameOf,
  newSubject,
  openSession,
  permutations,
  poll,
  runAll,
  type Step,
  send,
  sendSigned,
  take,
} from './payment-events.ts'

let server: AttackedServer
let keys: Keys

const outcomes = ['processing', 'paid', 'failed', 'expired'] as const

describe.each(engines)('on %s', (engine) => {
  beforeAll(async () => {
    server = await AttackedServer.start(engine)
    keys = deriveKeys(readFileSync(join(server.folder, 'secret'), 'utf8').trim())
  })
  afterAll(() => server.discard())

  test('ends as paid once in every order of a session’s events', async () => {
    const orders = permutations(outcomes)
    const ends = [
      ...(await runAll(server.url, keys, orders, inTurn)),
      ...(await runAll(server.url, keys, orders.slice(0, 8), atOnce)),
    ]
    reportFigure(`${engine}: 24 orders of 4 events, thrice each, 8 more at once: ${tally(ends.map(nameOf))}`)
    expect(ends).toEqual(ends.map(() => ({ taken: 1, back: 0, closing: 'open', payment: 'paid' })))
  })

  test('refunds every cancelled order, whenever the cancellation happens', async () => {
    const orders = permutations<Step>(['paid', 'failed', 'expired', 'cancel'])
    const ends = [
      ...(await runAll(server.url, keys, orders, inTurn)),
      ...(await runAll(server.url, keys, orders.slice(0, 12), atOnce)),
    ]
    reportFigure(
      `${engine}: 24 orders of 3 events and a cancellation, 12 more at once: ${tally(ends.map(nameOf))}`,
    )
    expect(
      ends.filter(({ closing, taken, back }) => closing !== 'cancelled' || taken !== 1 || back !== 1),
    ).toEqual([])
  })

  test('refunds the second of two paid sessions of a payment', async () => {
    const traveller = await newTraveller(server.url)
    const ends = []
    for (let round = 0; round < 5; round++) {
      const first = await newSubject(traveller, keys)
      await take(first, 'failed')
      const second = { ...first, sessionId: await openSession(traveller, first.paymentId) }
      expect(second.sessionId).not.toBe(first.sessionId)
      await Promise.all([take(first, 'paid'), take(second, 'paid'), poll(first)])
      ends.push(endOf(await readOrder(traveller, first.orderId)))
    }
    reportFigure(`${engine}: 5 payments with two paid sessions each: ${tally(ends.map(nameOf))}`)
    expect(ends).toEqual(ends.map(() => ({ taken: 2, back: 1, closing: 'open', payment: 'paid' })))
  })

  test('refuses events with another amount, another body, or an invalid or expired signature', async () => {
    const subject = await newSubject(await newTraveller(server.url), keys)
    const { amount, currency } = subject
    const body = bodyOf(subject, 'paid')
    const good = signWebhook(keys, new Date(), body)
    const at = (minutes: number) => signWebhook(keys, new Date(Date.now() + minutes * 60_000), body)
    const ofNobody = createHash('sha256').update(body).digest('hex')
    const signatures = [
      '',
      'v1=',
      good.slice(0, -1),
      good.toUpperCase(),
      `${good}, ${good}`,
      good.replace(/v1=.{4}/, 'v1=0000'),
      good.replace(/t=\d+/, 't=0'),
      `t=${Math.floor(Date.now() / 1000)},v1=${ofNobody}`,
      at(-6),
      at(6),
      at(-525_600),
      signWebhook({ ...keys, sandbox: keys.codes }, new Date(), body),
      signWebhook({ ...keys, sandbox: '' }, new Date(), body),
    ]
    const changes = [
      { amount: amount + 1 },
      { amount: amount - 1 },
      { amount: 0 },
      { amount: -amount },
      { amount: 0.5 },
      { amount: `${amount}` },
      { currency: currency === 'CNY' ? 'HKD' : 'CNY' },
      { currency: 'XXX' },
      { type: 'session.refunded' },
      { eventId: '' },
      { orderId: subject.orderId },
    ]
    const answers = [
      ...(await Promise.all(signatures.map((signature) => send(subject, body, signature)))),
      await send(subject, bodyOf(subject, 'paid'), good),
      ...(await Promise.all(changes.map((change) => sendSigned(subject, bodyOf(subject, 'paid', change))))),
    ]
    // Another product of the same Stripe account may have opened it: acknowledge the event, and capture nothing.
    const foreign = await sendSigned(subject, bodyOf(subject, 'paid', { sessionId: 'unknown' }))
    const before = endOf(await readOrder(subject.traveller, subject.orderId))
    const last = await send(subject, body, good)
    const after = endOf(await readOrder(subject.traveller, subject.orderId))
    reportFigure(
      `${engine}: ${answers.length} false events: ${tally(answers.map(({ status, code }) => `${status}/${code}`))}; ${before.taken} taken before the true one, ${after.taken} after`,
    )
    expect([answers.filter(({ code }) => code === 0).length, before.taken, before.payment]).toEqual([
      0,
      0,
      'unpaid',
    ])
    expect([foreign.status, foreign.code]).toEqual([200, 0])
    expect([last.code, after.taken, after.payment]).toEqual([0, 1, 'paid'])
  })
})
