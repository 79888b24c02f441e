import { type Locale, operatorHand, revokeReceiverLink } from '@handsfree/core/contract'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { textMessages } from '../../../../server/domain/texts/text-messages.table.ts'
import { sendDueTextMessages } from '../../../../server/flows/send-text-messages.ts'
import { type TextMessage, valuesByKind } from '../../../../server/runtime/sms/text-kinds.ts'
import { carryToDelivery, newTraveller, operate, storeAtDelivery } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

const custom = { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' } as const

/** A paid order of a traveller with their own number; clears earlier `texts`. */
async function begin(pieces: number, locale: Locale = 'en-US', changes = {}) {
  const traveller = await newTraveller(server, locale)
  const { dialCode, phoneNumber } = server.codes.at(-1)!
  const receiver = { name: 'Ada', dialCode, phoneNumber }
  const order = await traveller.paidOrder({ pieces, receiver, ...changes })
  await sendDueTextMessages(server.services)
  server.texts.length = 0
  return { traveller, order, number: order.orderNumber }
}

const send = async () => {
  await sendDueTextMessages(server.services)
  return server.texts.splice(0).map(({ text }) => text)
}

test('texts the traveller at pickup and at the delivery site, once each', async () => {
  const { traveller, order, number } = await begin(2)
  await carryToDelivery(server, order)
  const [phone] = server.codes.slice(-1)
  await Promise.all([sendDueTextMessages(server.services), sendDueTextMessages(server.services)])
  expect(server.texts.splice(0)).toEqual([
    {
      dialCode: phone?.dialCode,
      phoneNumber: phone?.phoneNumber,
      text: `Handsfree ${number}: your 2 bags were picked up at Lakeside Garden Hotel and are on the way to Hongqiao Railway Station. Expected Sun, Nov 22, 5:40-6:00 PM (Hangzhou time).`,
    },
  ])
  await storeAtDelivery(server, order)
  expect(await send()).toEqual([
    `Handsfree ${number}: your 2 bags are at Hongqiao Railway Station. Show the claim code on your order's page to collect.`,
  ])
  const { claimCode } = await traveller.read(order.orderId)
  await operate(server, operatorHand, order.orderId, { claimCode })
  expect(await send()).toEqual([])
})

test('texts at the hand-over to an own address, in the traveller’s language', async () => {
  const { traveller, order, number } = await begin(1, 'zh-CN', { delivery: custom })
  await carryToDelivery(server, order)
  const { claimCode } = await traveller.read(order.orderId)
  const handed = await operate(server, operatorHand, order.orderId, { claimCode })
  expect(handed.code).toBe(0)
  expect(await send()).toEqual([
    `Handsfree ${number}：配送员已在湖畔花园酒店取件，共 1 件行李，正送往1 Century Avenue，预计杭州时间11月22日周日 17:40–18:00 送达。`,
    `Handsfree ${number}：您的 1 件行李已在1 Century Avenue领取。如非本人或领取人领取，请致电 +86 21 0000 0731。`,
  ])
})

test('retries a failing gateway with growing pauses, then gives up', async () => {
  const { order } = await begin(1)
  await carryToDelivery(server, order)
  const { sendText } = server.services.sms
  const isThis = and(eq(textMessages.orderId, order.orderId), eq(textMessages.kind, 'pickedUp'))
  const due = async () => {
    const [message] = await server.services.db.select().from(textMessages).where(isThis)
    return (
      message && [
        message.tries,
        message.tryTime && message.tryTime.getTime() - server.services.now().getTime(),
      ]
    )
  }
  server.services.sms.sendText = () => Promise.reject(new Error('the gateway responded with 503'))
  for (const [at, pause] of [10, 60, 300, 1_800].entries()) {
    await expect(sendDueTextMessages(server.services)).rejects.toMatchObject({
      message: '1 of 1 failed',
      errors: [{ ids: { orderId: order.orderId }, cause: { message: 'the gateway responded with 503' } }],
    })
    expect(await due()).toEqual([at + 1, pause * 1_000])
    await sendDueTextMessages(server.services)
    server.clock.advance(pause * 1_000)
  }
  await expect(sendDueTextMessages(server.services)).rejects.toThrow('1 of 1 failed')
  expect(await due()).toEqual([5, null])
  server.services.sms.sendText = sendText
  server.clock.advance(86_400_000)
  expect(await send()).toEqual([])

  const later = await begin(1)
  await carryToDelivery(server, later.order)
  server.services.sms.sendText = () => Promise.reject(new Error('the gateway responded with 503'))
  await expect(sendDueTextMessages(server.services)).rejects.toThrow('1 of 1 failed')
  server.services.sms.sendText = sendText
  server.clock.advance(10_000)
  expect(await send()).toEqual([
    `Handsfree ${later.number}: your bag was picked up at Lakeside Garden Hotel and is on the way to Hongqiao Railway Station. Expected Sun, Nov 22, 5:40-6:00 PM (Hangzhou time).`,
  ])
})

test('texts another recipient in the order’s language, with a link', async () => {
  const receiver = { name: 'Lin', dialCode: '852', phoneNumber: '51234567', locale: 'zh-CN' } as const
  const { traveller, order, number } = await begin(2, 'en-US', { receiver })
  await carryToDelivery(server, order)
  await sendDueTextMessages(server.services)
  const [own, theirs] = server.texts.splice(0)
  expect(own?.text).toContain('your 2 bags were picked up')
  const { dialCode, phoneNumber } = receiver
  expect(theirs).toEqual({
    dialCode,
    phoneNumber,
    text: expect.stringMatching(
      new RegExp(
        `^Handsfree ${number}：有 2 件行李由您领取，配送员已从湖畔花园酒店取件，预计杭州时间11月22日周日 17:40–18:00 送到上海虹桥站。查看行李动态：http://\\S+/trip/[\\w-]{22}\\?lang=zh-CN$`,
      ),
    ),
  })

  const params = { orderId: order.orderId }
  await server.call(revokeReceiverLink, { params, token: traveller.token })
  await storeAtDelivery(server, order)
  const [, later] = await send()
  expect(later).toBe(`Handsfree ${number}：请您领取的 2 件行李已送到上海虹桥站，请凭领取码领取。`)
})

test('texts a recipient’s number without its national leading zero', async () => {
  const { order } = await begin(1, 'en-US', {
    receiver: { name: 'Lin', dialCode: '44', phoneNumber: '07911123456' },
  })
  await carryToDelivery(server, order)
  await sendDueTextMessages(server.services)
  const [, theirs] = server.texts.splice(0)
  expect([theirs?.dialCode, theirs?.phoneNumber]).toEqual(['44', '7911123456'])
})

test('texts a traveller once whose own number has a leading zero as the recipient', async () => {
  const traveller = await newTraveller(server, 'en-US')
  const { dialCode, phoneNumber } = server.codes.at(-1)!
  const order = await traveller.paidOrder({
    receiver: { name: 'Ada', dialCode, phoneNumber: `0${phoneNumber}` },
  })
  server.texts.length = 0
  await carryToDelivery(server, order)
  await sendDueTextMessages(server.services)
  expect(server.texts.splice(0).map(({ phoneNumber }) => phoneNumber)).toEqual([phoneNumber])
})

test('passes every value of a template with the text', async () => {
  const receiver = { name: 'Lin', dialCode: '852', phoneNumber: '51234568' }
  const { traveller, order } = await begin(2, 'zh-CN', { receiver })
  const { sms } = server.services
  const { sendText } = sms
  const sent: TextMessage[] = []
  sms.sendText = async (_, message) => {
    sent.push(message)
    return null
  }
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  const { claimCode } = await traveller.read(order.orderId)
  await operate(server, operatorHand, order.orderId, { claimCode })
  await sendDueTextMessages(server.services)
  sms.sendText = sendText
  const kinds = ['pickedUp', 'receiverPickedUp', 'readyToCollect', 'receiverReadyToCollect']
  expect(sent.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
  for (const { kind, locale, values } of sent) {
    expect(locale).toBe('zh-CN')
    expect(valuesByKind[kind].filter((name) => !values[name])).toEqual([])
  }
})
