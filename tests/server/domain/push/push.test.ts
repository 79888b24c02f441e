import {
  confirmPush,
  endDevice,
  getPushOptions,
  listDevices,
  listNotifications,
  markNotifications,
  operatorArriveAtPickup,
  operatorAssign,
  operatorDeleteReport,
  operatorListMessages,
  operatorPickUp,
  operatorReport,
  operatorReview,
  operatorWriteNote,
  type PushKind,
  requestInvoice,
  signOut,
  signOutEmployee,
  startDemoCrewSession,
  subscribeCrewPush,
  subscribePush,
  unsubscribePush,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { paymentSessions, payments } from '../../../../server/domain/payments/payments.table.ts'
import { sandboxSessions } from '../../../../server/domain/payments/sandbox/sandbox.table.ts'
import { pushMessages, pushSubscriptions } from '../../../../server/domain/push/push.table.ts'
import { employees } from '../../../../server/domain/users/employees.table.ts'
import { runMissedPickups } from '../../../../server/flows/missed-pickups.ts'
import { sendDuePushes } from '../../../../server/flows/send-pushes.ts'
import { sendDueTextMessages } from '../../../../server/flows/send-text-messages.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import type { PushOutcome } from '../../../../server/runtime/services.ts'
import { postSandboxEvent } from '../../sandbox-events.ts'
import { createPushDevice, messagesTo, type PushDevice, readVapid } from '../../soft-push.ts'
import {
  assign,
  courierChoice,
  newBags,
  newTraveller,
  operate,
  operatorToken,
  pickupTime,
  runDue,
} from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
beforeEach(async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  await server.services.db.delete(pushSubscriptions)
  server.pushes.length = 0
})

const minute = 60_000

const subscribe = (
  token: string,
  device: PushDevice,
  kinds: PushKind[] = ['trip', 'payment', 'claim'],
  locale = 'en-US',
) =>
  server.call(subscribePush, {
    token,
    body: { subscription: device.subscription, locale, kinds },
    headers: { host: 'bags.example' },
  })

/** A traveller with a device that shows push messages. */
async function newReader(...given: [PushKind[]?, string?]) {
  const traveller = await newTraveller(server)
  const device = createPushDevice()
  const { result } = await subscribe(traveller.token, device, ...given)
  return { ...traveller, device, ...result }
}

const sendDue = () => sendDuePushes(server.services)
const subscriptions = () => server.services.db.select().from(pushSubscriptions)
const rows = () => server.services.db.select().from(pushMessages)
const readAll = async (token: string) => {
  const { result } = await server.call(listNotifications, { query: { pageSize: '50' }, token })
  const notificationList = result.list.map(({ notificationId }) => ({ notificationId }))
  await server.call(markNotifications, { token, body: { notificationList, isRead: 1 } })
}
const titles = (device: PushDevice) =>
  messagesTo(device, server.pushes).map(({ notification }) => notification.title)

/** A paid order whose review has passed. The first messages about it are gone. */
async function passedOrder(reader: Awaited<ReturnType<typeof newReader>>) {
  const order = await reader.paidOrder()
  await operate(server, operatorReview, order.orderId, { result: 'pass' })
  await sendDue()
  server.pushes.length = 0
  return order
}

/** Lets the push service answer the next messages with `outcomes`, and the others as usual. */
function answerWith(...outcomes: (PushOutcome | Error)[]): () => void {
  const push = server.services.push!
  const { send } = push
  push.send = async (...given) => {
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return outcome ?? send(...given)
  }
  return () => {
    push.send = send
  }
}

describe('subscriptions', () => {
  test('rings the device in its language, with a link, a receipt and the unread count', async () => {
    const reader = await newReader(undefined, 'zh-CN')
    const order = await reader.paidOrder()
    await operate(server, operatorReview, order.orderId, { result: 'reject', reason: 'Wrong room.' })
    await sendDue()
    const [message] = messagesTo(reader.device, server.pushes)
    expect(message).toEqual({
      web_push: 8030,
      notification: {
        title: '抱歉，订单未通过审核',
        body: expect.stringContaining(order.orderNumber),
        lang: 'zh-CN',
        tag: `order-${order.orderId}-trip`,
        navigate: `http://bags.example/order/detail/${order.orderId}`,
        data: {
          subscriptionId: reader.subscriptionId,
          receipt: expect.stringMatching(/^[\w-]{38}$/),
          kind: 'trip',
          close: [],
        },
      },
      app_badge: 1,
      mutable: true,
    })
    const [{ headers } = { headers: {} }] = server.pushes as { headers: Record<string, string> }[]
    expect(headers).toMatchObject({
      TTL: '14400',
      Urgency: 'high',
      Topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    const { result } = await server.call(getPushOptions)
    expect(readVapid(headers.Authorization)).toMatchObject({
      aud: 'https://fcm.googleapis.com',
      sub: 'mailto:demo@handsfree.example',
      key: result.publicKey,
    })
  })

  test('replaces a session’s subscription by the next', async () => {
    const { token, device, subscriptionId } = await newReader()
    const renewed = createPushDevice()
    expect((await subscribe(token, renewed, ['claim'])).result).toEqual({ subscriptionId, kinds: ['claim'] })
    expect((await subscriptions()).map(({ endpoint }) => endpoint)).toEqual([renewed.endpoint])
    expect(device.endpoint).not.toBe(renewed.endpoint)
  })

  test('ends the subscription of the previous account when a device changes hands', async () => {
    const ada = await newReader()
    const bob = await newTraveller(server)
    expect((await subscribe(bob.token, ada.device)).code).toBe(0)
    expect((await subscriptions()).map(({ subscriptionId }) => subscriptionId)).not.toContain(
      ada.subscriptionId,
    )
    await ada.paidOrder()
    await sendDue()
    expect(server.pushes).toEqual([])
    const { token } = (await server.call(startDemoCrewSession, { body: { employeeId: 'courier-0731' } }))
      .result
    const crewBody = { subscription: ada.device.subscription, locale: 'en-US', kinds: ['order'] }
    expect((await server.call(subscribeCrewPush, { token, body: crewBody })).code).toBe(0)
    expect(await subscriptions()).toMatchObject([{ tokenHash: null, endpoint: ada.device.endpoint }])
  })

  test('stores an endpoint once if several accounts send it at the same time', async () => {
    const device = createPushDevice()
    const travellers = await Promise.all([newTraveller(server), newTraveller(server), newTraveller(server)])
    const codes = await Promise.all(travellers.map(({ token }) => subscribe(token, device)))
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(await subscriptions()).toHaveLength(1)
  })

  test.each<[string, (reader: Awaited<ReturnType<typeof newReader>>) => Promise<unknown>]>([
    ['it is removed', ({ token }) => server.call(unsubscribePush, { token, body: {} })],
    ['its device signs out', ({ token }) => server.call(signOut, { token })],
    [
      'another device signs it out',
      async ({ token }) => {
        const { result } = await server.call(listDevices, { token })
        return server.call(endDevice, { token, params: { deviceId: result[0]!.deviceId }, body: {} })
      },
    ],
  ])('ends a subscription and its waiting messages when %s', async (_, end) => {
    const reader = await newReader()
    await reader.paidOrder()
    await operate(server, operatorReview, (await reader.order()).orderId, { result: 'pass' })
    await end(reader)
    await sendDue()
    expect([await subscriptions(), await rows(), server.pushes]).toEqual([[], [], []])
  })

  test('sends nothing once the session has expired', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    await assign(server, order.orderId)
    server.clock.advance(31 * 24 * 60 * minute)
    await sendDue()
    expect(server.pushes).toEqual([])
  })

  test('rings only for the kinds that are switched on', async () => {
    const { device, ...reader } = await newReader(['claim'])
    const order = await reader.paidOrder()
    await operate(server, operatorReview, order.orderId, { result: 'reject', reason: 'Wrong room.' })
    await sendDue()
    expect(titles(device)).toEqual([])
  })
})

describe('endpoints and keys', () => {
  test('accepts the push services of Firefox, Safari and Edge', async () => {
    const { token } = await newTraveller(server)
    for (const origin of [
      'https://updates.push.services.mozilla.com',
      'https://web.push.apple.com',
      'https://wns2-bn3p.notify.windows.com',
    ]) {
      expect((await subscribe(token, createPushDevice(origin))).code).toBe(0)
    }
  })

  test('refuses a key that isn’t on the curve', async () => {
    const { token } = await newTraveller(server)
    const { endpoint, keys } = createPushDevice().subscription
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const body = { subscription: { endpoint, keys: { ...keys, p256dh } }, locale: 'en-US', kinds: ['trip'] }
    expect((await server.call(subscribePush, { token, body })).code).toBe(1008)
  })

  test('refuses travellers’ kinds to employees, and employees’ kinds to travellers', async () => {
    const { token } = await newTraveller(server)
    const { subscription } = createPushDevice()
    const body = { subscription, locale: 'en-US', kinds: ['queue'] }
    expect((await server.call(subscribePush, { token, body })).code).toBe(1009)
  })
})

describe('sending', () => {
  const retry: PushOutcome = {
    type: 'failed',
    reason: 'the push service responded with 503',
    retryAfterMs: null,
  }

  test('retries with growing pauses, and gives up after five tries', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    await assign(server, order.orderId)
    await operate(server, operatorArriveAtPickup, order.orderId)
    const restore = answerWith(...Array<PushOutcome>(20).fill(retry))
    for (const pause of [0, 10, 60, 300, 1_800, 3_600]) {
      server.clock.advance(pause * 1_000)
      await sendDue().catch(() => {})
    }
    restore()
    await sendDue()
    const states = (await rows()).map(({ tag, state, tries }) => [tag.split('-').at(-1), state, tries])
    expect(states).toContainEqual(['trip', 'givenUp', 5])
    expect(titles(reader.device)).toEqual([])
  })

  test('waits as long as the push service asks for', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    await operate(server, operatorArriveAtPickup, order.orderId)
    await assign(server, order.orderId)
    await operate(server, operatorArriveAtPickup, order.orderId)
    const restore = answerWith(
      { ...retry, retryAfterMs: 10 * minute },
      { ...retry, retryAfterMs: 10 * minute },
    )
    await sendDue().catch(() => {})
    restore()
    server.clock.advance(9 * minute)
    await sendDue()
    expect(server.pushes).toEqual([])
    server.clock.advance(minute)
    await sendDue()
    expect(titles(reader.device)).toEqual(['Your courier has arrived for pickup'])
  })

  test('deletes a subscription that the push service has ended, but not its renewal', async () => {
    const ada = await newReader()
    const bob = await newReader()
    const orders = [await passedOrder(ada), await passedOrder(bob)]
    for (const { orderId } of orders)
      await operate(server, operatorReport, orderId, { reason: 'A wheel is broken' })
    const push = server.services.push!
    const { send } = push
    push.send = async ({ endpoint }) => {
      if (endpoint === bob.device.endpoint) await subscribe(bob.token, createPushDevice())
      return { type: 'gone' }
    }
    await sendDue()
    push.send = send
    expect((await subscriptions()).map(({ subscriptionId }) => subscriptionId)).toEqual([bob.subscriptionId])
  })

  test('gives up at once when the push service refuses the message', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    await operate(server, operatorReport, order.orderId, { reason: 'A wheel is broken' })
    const restore = answerWith({ type: 'refused', reason: 'the push service responded with 413' })
    await expect(sendDue()).rejects.toThrow()
    restore()
    server.clock.advance(60 * minute)
    await sendDue()
    expect(server.pushes).toEqual([])
    expect((await rows()).at(-1)).toMatchObject({
      state: 'givenUp',
      lastError: 'the push service responded with 413',
    })
  })

  test('sends again after a crash, in place of the first, and not once the device has confirmed it', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    await operate(server, operatorReport, order.orderId, { reason: 'A wheel is broken' })
    // The server dies after the push service accepted the message.
    const crash = async () => {
      const { db } = server.services
      await sendDue()
      await db.update(pushMessages).set({ state: 'sending', tryTime: server.services.now(), sentTime: null })
    }
    await crash()
    await crash()
    const [first, second] = messagesTo(reader.device, server.pushes).slice(-2)
    expect(second).toEqual(first)
    const topics = server.pushes.slice(-2).map(({ headers }) => headers.Topic)
    expect(topics[0]).toBe(topics[1])
    const sent = server.pushes.length
    await server.call(confirmPush, { body: { receipt: first!.notification.data.receipt } })
    await sendDue()
    expect(
      server.pushes.slice(sent).map(({ body }) => reader.device.decrypt(body).notification.tag),
    ).not.toContain(first!.notification.tag)
  })

  test('sends only the newest news of an order’s trip', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    await assign(server, order.orderId)
    await operate(server, operatorArriveAtPickup, order.orderId)
    await operate(server, operatorPickUp, order.orderId, { bags: newBags(order.pieces) })
    await sendDue()
    expect(titles(reader.device)).toEqual(['Your bags were picked up'])
  })

  test('skips news that was read before it was sent', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    await operate(server, operatorReport, order.orderId, { reason: 'A wheel is broken' })
    await readAll(reader.token)
    await sendDue()
    expect(server.pushes).toEqual([])
  })

  test('closes with the next message what was read elsewhere, once', async () => {
    const reader = await newReader()
    const first = await passedOrder(reader)
    const next = await passedOrder(reader)
    const report = async ({ orderId }: { orderId: string }) => {
      await operate(server, operatorReport, orderId, { reason: 'A wheel is broken' })
      await sendDue()
    }
    await report(first)
    await readAll(reader.token)
    await report(next)
    await operate(server, operatorDeleteReport, next.orderId)
    await report(next)
    const closed = messagesTo(reader.device, server.pushes).map(({ notification }) => notification.data.close)
    expect(closed.flat()).toEqual([`order-${first.orderId}-trip`])
  })

  test('holds news that can wait until 8 o’clock at the pickup site, and sends the rest at night', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    server.clock.set('2026-11-21T15:00:00.000Z')
    await assign(server, order.orderId)
    await sendDue()
    expect(titles(reader.device)).toEqual([])
    await operate(server, operatorReport, order.orderId, { reason: 'A wheel is broken' })
    await sendDue()
    expect(titles(reader.device)).toHaveLength(1)
    server.clock.set('2026-11-21T23:59:59.000Z')
    await sendDue()
    expect(titles(reader.device)).toHaveLength(1)
  })

  test('sends held news in the morning unless newer news came', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    server.clock.set('2026-11-21T15:00:00.000Z')
    await assign(server, order.orderId)
    server.clock.set('2026-11-22T00:00:00.000Z')
    await sendDue()
    expect(titles(reader.device)).toEqual(['A courier is assigned'])
  })
})

describe('text messages with the same news', () => {
  const missed = new Date(Date.parse(pickupTime) + policy.missedPickupMinutes * minute)

  /** A missed pickup whose push message was sent. Returns how to confirm it. */
  async function missedPickup(reader: Awaited<ReturnType<typeof newReader>>) {
    const order = await reader.paidOrder()
    await operate(server, operatorReview, order.orderId, { result: 'pass' })
    await assign(server, order.orderId)
    server.clock.set(missed)
    await runMissedPickups(server.services)
    server.texts.length = 0
    await sendDue()
    const message = messagesTo(reader.device, server.pushes).at(-1)
    return {
      ...order,
      confirm: () =>
        server.call(confirmPush, { body: { receipt: message?.notification.data.receipt ?? 'A'.repeat(38) } }),
    }
  }
  const textsAfter = async (milliseconds: number, { orderNumber }: { orderNumber: string }) => {
    server.clock.advance(milliseconds)
    await sendDueTextMessages(server.services)
    return server.texts.filter(({ text }) => text.includes(`${orderNumber}: sorry, we haven't`)).length
  }
  const stateOf = async (orderId: string) =>
    (await server.call(operatorListMessages, { params: { orderId }, token: operatorToken })).result.flatMap(
      (one) => (one.channel === 'text' ? [one.state] : []),
    )

  test('waits with a text for the receipt, and skips it when it came', async () => {
    const order = await missedPickup(await newReader())
    expect(await textsAfter(0, order)).toBe(0)
    await order.confirm()
    expect(await textsAfter(2 * minute, order)).toBe(0)
    expect(await stateOf(order.orderId)).toEqual(['skipped'])
  })

  test('sends the text after two minutes without a receipt', async () => {
    const order = await missedPickup(await newReader())
    expect(await textsAfter(2 * minute - 1, order)).toBe(0)
    expect(await textsAfter(1, order)).toBe(1)
  })

  test('sends the text at once to a traveller without a device', async () => {
    const order = await (await newTraveller(server)).paidOrder()
    await operate(server, operatorReview, order.orderId, { result: 'pass' })
    server.clock.set(missed)
    await runMissedPickups(server.services)
    server.texts.length = 0
    expect(await textsAfter(0, order)).toBe(1)
  })

  test('sends the text at pickup whatever the device shows', async () => {
    const reader = await newReader()
    const order = await passedOrder(reader)
    await assign(server, order.orderId)
    await operate(server, operatorArriveAtPickup, order.orderId)
    await operate(server, operatorPickUp, order.orderId, { bags: newBags(order.pieces) })
    server.texts.length = 0
    await sendDueTextMessages(server.services)
    expect(server.texts.map(({ text }) => text)).toContainEqual(
      expect.stringContaining(`${order.orderNumber}: your 2 bags were picked up`),
    )
  })
})

describe('employees', () => {
  const startSession = async (employeeId: string) =>
    (await server.call(startDemoCrewSession, { body: { employeeId } })).result.token

  const subscribeEmployee = async (employeeId: string, kinds: PushKind[]) => {
    const token = await startSession(employeeId)
    const device = createPushDevice()
    const body = { subscription: device.subscription, locale: 'en-US', kinds }
    const { code } = await server.call(subscribeCrewPush, { token, body, headers: { host: 'bags.example' } })
    return { token, device, code }
  }

  test('rings a courier who is asked, with a link to the order and the unread count', async () => {
    const { device } = await subscribeEmployee('courier-0731', ['order'])
    const order = await (await newTraveller(server)).paidOrder()
    await operate(server, operatorReview, order.orderId, { result: 'pass' })
    await operate(server, operatorAssign, order.orderId, courierChoice)
    await sendDue()
    expect(messagesTo(device, server.pushes)).toMatchObject([
      {
        notification: {
          title: '2 bags are waiting for you to accept',
          body: order.orderNumber,
          tag: `order-${order.orderId}-order`,
          navigate: `http://bags.example/crew/orders/${order.orderId}`,
          data: { kind: 'order' },
        },
        app_badge: expect.any(Number),
      },
    ])
  })

  test('rings a desk for bags, and operators for their queue', async () => {
    const desk = await subscribeEmployee('site-lakeside-garden-hotel', ['bag'])
    const operator = await subscribeEmployee('operator-02', ['queue'])
    expect([desk.code, operator.code]).toEqual([0, 0])
    const order = await (await newTraveller(server)).paidOrder()
    await operate(server, operatorReview, order.orderId, { result: 'pass' })
    await assign(server, order.orderId)
    await operate(server, operatorArriveAtPickup, order.orderId)
    await sendDue()
    expect(titles(desk.device)).toEqual(['The courier is here to pick up the bags'])
    expect(titles(operator.device)).toEqual(['Review'])
  })

  test('rings operators for a refund that was given up, once', async () => {
    const { device } = await subscribeEmployee('operator-02', ['queue'])
    const traveller = await newTraveller(server)
    const { orderId, orderNumber } = await traveller.paidOrder()
    await server.services.db
      .update(sandboxSessions)
      .set({ failsRefunds: true })
      .where(eq(sandboxSessions.orderNumber, orderNumber))
    await traveller.cancel(orderId)
    for (let round = 0; round < 14; round++) {
      await runDue(server, 60 * minute)
      await runDue(server, minute)
    }
    await server.services.db.update(sandboxSessions).set({ failsRefunds: false })
    await sendDue()
    expect(titles(device)).toEqual(['Stuck refund'])
  })

  test('rings operators for a new dispute, once', async () => {
    const { device } = await subscribeEmployee('operator-02', ['queue'])
    const { orderId, total } = await (await newTraveller(server)).paidOrder()
    await sendDue()
    server.pushes.length = 0
    const [session] = await server.services.db
      .select({ sessionId: paymentSessions.sessionId })
      .from(paymentSessions)
      .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
      .where(eq(payments.orderId, orderId))
    const dispute = { disputeId: `dispute-of-${orderId}`, ...session, ...total }
    await postSandboxEvent(server, { type: 'dispute.opened', ...dispute })
    await sendDue()
    await postSandboxEvent(server, { type: 'dispute.opened', ...dispute })
    await postSandboxEvent(server, { type: 'dispute.lost', ...dispute })
    await sendDue()
    expect(titles(device)).toEqual(['Dispute'])
  })

  test('rings operators for a request for an invoice, once', async () => {
    const { device } = await subscribeEmployee('operator-02', ['queue'])
    const traveller = await newTraveller(server)
    const { orderId } = await traveller.paidOrder()
    await sendDue()
    server.pushes.length = 0
    const request = (name: string) =>
      server.call(requestInvoice, {
        params: { orderId },
        body: { buyer: 'person', name, email: 'ada@keys.example' },
        token: traveller.token,
      })
    await request('Ada')
    await request('Ada Lovelace')
    await sendDue()
    expect(titles(device)).toEqual(['Invoice'])
  })

  test('rings operators for notes of other employees', async () => {
    const { token, device } = await subscribeEmployee('operator-02', ['queue'])
    const { orderId } = await (await newTraveller(server)).paidOrder()
    await sendDue()
    server.pushes.length = 0
    const write = (writer: string) =>
      server.call(operatorWriteNote, {
        params: { orderId },
        body: { words: 'Calls at nine.' },
        token: writer,
      })
    await write(token)
    await write(operatorToken)
    await sendDue()
    expect(titles(device)).toEqual([])
    await write('demo-site-lakeside-garden-hotel-token')
    await sendDue()
    expect(titles(device)).toEqual(['Note'])
  })

  test('sends nothing to a disabled employee, and ends the subscription with the session', async () => {
    const { token, device } = await subscribeEmployee('courier-0731', ['order'])
    const order = await (await newTraveller(server)).paidOrder()
    await operate(server, operatorReview, order.orderId, { result: 'pass' })
    await operate(server, operatorAssign, order.orderId, courierChoice)
    const setDisabled = (disableTime: Date | null) =>
      server.services.db
        .update(employees)
        .set({ disableTime })
        .where(eq(employees.employeeId, 'courier-0731'))
    await setDisabled(server.services.now())
    await sendDue()
    await setDisabled(null)
    expect(titles(device)).toEqual([])
    await server.call(signOutEmployee, { token: await startSession('courier-0731'), body: {} })
    await server.call(signOutEmployee, { token, body: {} })
    expect(await subscriptions()).toEqual([])
  })

  test('refuses a token for scripts', async () => {
    const body = { subscription: createPushDevice().subscription, locale: 'en-US', kinds: ['queue'] }
    expect((await server.call(subscribeCrewPush, { token: operatorToken, body })).code).toBe(1012)
  })
})

test('deletes records of messages after a week, and keeps the subscription', async () => {
  const reader = await newReader()
  await passedOrder(reader)
  const before = (await rows()).length
  expect(before).toBeGreaterThan(0)
  server.clock.advance(policy.keepPushDays * 24 * 60 * minute + 1)
  await sweep(server.services)
  expect([await rows(), (await subscriptions()).length]).toEqual([[], 1])
})
